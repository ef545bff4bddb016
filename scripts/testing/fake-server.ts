import { createServer } from 'node:http'
import { parseArgs } from 'node:util'

/** Stands for the embedded server in tests of what starts it. FAKE_SERVER=mute|crash|exit misbehaves. */
const { values } = parseArgs({
  strict: false,
  args: process.argv.slice(2),
  options: { port: { type: 'string' } },
})
const mode = process.env.FAKE_SERVER ?? ''

if (mode === 'exit') {
  process.stderr.write('the database is unusable\n')
  process.exit(3)
}

const server = createServer((_request, response) => response.end('hello'))
server.listen(Number(values.port), '127.0.0.1', () => {
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const accounts = [{ userName: 'ada', password: 'pass', role: 'admin', displayName: 'Ada L' }]
  process.stderr.write('listening\n')
  process.stdout.write('not a ready line\n')
  if (mode !== 'mute')
    process.stdout.write(`${JSON.stringify({ ready: true, url: `http://127.0.0.1:${port}/`, accounts })}\n`)
  if (mode === 'crash') process.exit(9)
})
if (process.env.FAKE_SERVER !== 'stubborn') process.stdin.on('end', () => process.exit(0)).resume()
