process.kill(process.pid, 'SIGSEGV')
