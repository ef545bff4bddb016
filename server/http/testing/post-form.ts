import type { TestServer } from './test-server.ts'

/** Sends a form as a browser would. */
export async function postForm(
  server: TestServer,
  path: string,
  form: FormData,
  headers: Record<string, string>,
) {
  const sent = new Response(form)
  const answer = await server.server.app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': sent.headers.get('content-type') ?? '', ...headers },
    payload: Buffer.from(await sent.arrayBuffer()),
  })
  return { status: answer.statusCode, headers: answer.headers, body: answer.body }
}
