from tools import __getattr__
