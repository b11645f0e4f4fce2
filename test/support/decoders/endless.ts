const bytes = Buffer.alloc(64 * 1024)
const more = (): void => {
  while (process.stdout.write(bytes));
  process.stdout.once('drain', more)
}
more()
