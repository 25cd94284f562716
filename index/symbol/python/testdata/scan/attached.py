import tools

tools.attach(__name__).install()
