import { afterAll, beforeAll, expect, test } from 'vitest'
import { PERMISSIONS, permissionsOf } from '#shared/domain/permissions.ts'
import type { livePanelHub } from '#shared/hubs/live-panel.ts'
import { Background } from '../background.ts'
import type { Database } from '../db/database.ts'
import { addNames } from '../db/testing/people.ts'
import { openTestDatabase } from '../db/testing/test-database.ts'
import type { HubClients, HubConnection, HubHandlers, HubServer } from '../hubs/types.ts'
import { serveLivePanel } from './live-panel-hub.ts'
import { addTicket } from './testing/ticket-fixture.ts'

type Handlers = HubHandlers<typeof livePanelHub>

let db: Database
let now = 0
/** What the lookers of a ticket were told, by whom of them. */
const told: string[] = []

/** The hub's handlers on one of several servers. */
function serverOn(database: Database): Handlers {
  const made: { handlers: Handlers | null } = { handlers: null }
  const clients = {
    toGroup: (_group: string, _event: string, [{ lookers }]: [{ lookers: { userName: string }[] }]) =>
      void told.push(lookers.map(({ userName }) => userName).join()),
    onNote: () => {},
    note: () => {},
  } as unknown as HubClients<typeof livePanelHub>
  const hubServer = {
    serve: (_hub: object, handlers: (made: object) => Handlers) => {
      made.handlers = handlers(clients)
      return clients
    },
  } as unknown as HubServer
  serveLivePanel(hubServer, {
    ...{ db: database, clock: () => ++now, facts: { isOnline: () => true, windowsOf: () => [] } },
    ...{ background: new Background(() => {}), onFailure: () => {} },
  })
  if (!made.handlers) throw new Error('The hub has no handlers')
  return made.handlers
}

const window = (id: string, userID: number, displayName: string): HubConnection<typeof livePanelHub> => ({
  id,
  identity: {
    ...{ sessionID: id, userID, userName: displayName, displayName, tokenType: 'OTHER' },
    permissions: permissionsOf([PERMISSIONS.ISUPERVISOR_CAN_SEE_MODULE]),
  },
  send: () => {},
  join: () => {},
  leave: () => {},
})

beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.destroy())

test('W220 on two servers those who have a ticket open see each other, each from their first window to their last', async () => {
  const [ann = 0, ben = 0] = await addNames(db, 'Ann', 'Ben')
  const ticketID = await addTicket(db, { raisedBy: ben })
  const other = await addTicket(db, { raisedBy: ben })
  const [one, two] = [serverOn(db), serverOn(db)]
  const [a1, a2, b1] = [window('a1', ann, 'Ann'), window('a2', ann, 'Ann'), window('b1', ben, 'Ben')]
  await one.methods.lookAtTicket(a1, ticketID)
  await one.methods.lookAtTicket(a1, ticketID)
  await two.methods.lookAtTicket(b1, ticketID)
  await two.methods.lookAtTicket(a2, ticketID)
  await one.methods.lookAtTicket(a1, other)
  expect(told.splice(0)).toEqual(['Ann', 'Ann,Ben', 'Ann,Ben', 'Ann'])
  await one.methods.leaveTicket(a1, ticketID)
  await one.methods.leaveTicket(a1, ticketID)
  expect(told.splice(0)).toEqual(['Ben,Ann'])
  // The first server died: the other one says that its windows have gone, with nothing but who they were.
  await two.disconnected?.({ id: a1.id, identity: a1.identity })
  expect(told.splice(0)).toEqual([''])
  await two.disconnected?.(a2)
  await two.disconnected?.(a2)
  await two.disconnected?.(b1)
  expect(told).toEqual(['Ben', ''])
  expect(await db.selectFrom('ticketLooks').select('ticketID').execute()).toEqual([])
})
