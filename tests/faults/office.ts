import { readClaims } from '../../renderer/services/session/session.ts'
import {
  addPerson,
  post,
  signIn,
  startTestServer,
  type TestServer,
} from '../../server/http/testing/test-server.ts'
import type { ServerOptions } from '../../server/options.ts'
import { type Link, openLink } from './link.ts'
import { openPerson, type Person, type PersonOptions } from './people.ts'

/** Two people with one conversation, each with a stretch of network of their own to the real server. */
export interface Office {
  readonly server: TestServer
  readonly threadID: number
  readonly links: readonly [Link, Link]
  /** The bearer token of the first of them. */
  readonly ann: string
  /** Opens a window of the first or the second of them. */
  open(which: 0 | 1, over?: Partial<PersonOptions>): Promise<Person>
  /** What the server has of the conversation, in its order. */
  stored(): Promise<string[]>
  /** Ends the server, so that another can have its data; people then reach that one. */
  stopServer(): Promise<void>
  moveTo(url: string): void
  close(): Promise<void>
}

export async function openOffice(options: Partial<ServerOptions> = {}): Promise<Office> {
  const server = await startTestServer({ logLevel: 'error', ...options })
  let port = Number(new URL(await server.server.listen(0, '127.0.0.1')).port)
  const permissions = ['GENERAL_CAN_USE_TEAM_CHAT', 'AUTH_CAN_USE_MULTI_TOKEN'] as const
  const tokens: string[] = []
  for (const userName of ['ann', 'bob']) {
    await addPerson(server, { userName, permissions })
    tokens.push((await signIn(server, userName)).authorization.replace('Bearer ', ''))
  }
  const [ann = '', bob = ''] = tokens
  const users = [readClaims(bob)?.userId]
  const started = await post(
    server,
    '/api/my-team-chatroom/start-conversation',
    { users },
    { authorization: `Bearer ${ann}` },
  )
  const { threadID } = JSON.parse(started.body) as { threadID: number }
  const links = [await openLink(() => port), await openLink(() => port)] as const
  const people: Person[] = []
  return {
    server,
    threadID,
    links,
    ann,
    async open(which, over = {}) {
      const token = which === 0 ? ann : bob
      // The server's clock stands still; the windows' clock is its.
      const now = () => server.clock.now
      const person = await openPerson({ link: links[which], token, threadID, now, ...over })
      people.push(person)
      return person
    },
    async stored() {
      const rows = await server.server.db.selectFrom('messages').select('text').orderBy('id').execute()
      return rows.map(({ text }) => text)
    },
    stopServer: () => server.server.close(),
    moveTo(url) {
      port = Number(new URL(url).port)
    },
    async close() {
      for (const person of people) person.leave()
      for (const link of links) await link.close()
      await server.server.close()
    },
  }
}
