"""Thinking for whoever shows a game: at once where it is asked, or in a process of its own that nobody waits for."""

from jovian.players.thinking.at_once import AtOnce
from jovian.players.thinking.beside import Beside
from jovian.players.thinking.file_check import FileCheck, FileReport
from jovian.players.thinking.thought import Mind, Question, Thought
from jovian.players.thinking.thread_job import ThreadJob

__all__ = ["AtOnce", "Beside", "FileCheck", "FileReport", "Mind", "Question", "Thought", "ThreadJob"]
