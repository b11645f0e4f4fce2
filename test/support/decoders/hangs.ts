setTimeout(() => undefined, 60_000)
