import { createServer } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'

const PAGE = `<!doctype html>
<title>Echo</title>
<input id="text">
<ul id="list"></ul>
<script>
  const socket = new WebSocket(location.href.replace('http', 'ws'))
  socket.onmessage = ({ data }) => {
    const row = document.createElement('li')
    row.textContent = data
    document.getElementById('list').append(row)
  }
  socket.onopen = () => { document.title = 'Open' }
  const field = document.getElementById('text')
  field.onkeydown = ({ key }) => { if (key === 'Enter') socket.send(field.value) }
</script>`

export interface Echo {
  readonly url: string
  close(): void
}

/** The least that can bring a text from one page to another: a server that hands each message to everybody. */
export async function startEcho(): Promise<Echo> {
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.end(PAGE)
  })
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', (socket: WebSocket) => {
    socket.on('message', (data, isBinary) => {
      for (const client of sockets.clients) client.send(data, { binary: isBinary })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const close = () => {
    for (const client of sockets.clients) client.terminate()
    sockets.close()
    server.close()
  }
  return { url: `http://127.0.0.1:${port}/`, close }
}
