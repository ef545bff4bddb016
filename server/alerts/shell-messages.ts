import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { MainConnection } from '../shell/main-hub.ts'
import type { MainPublisher } from '../shell/main-publisher.ts'

export interface ShellMessage {
  readonly kind: 'POPUP' | 'QUEST'
  readonly senderID: number
  readonly senderName: string
  readonly icon: string
  readonly message: string
}

type Sent = Pick<ShellMessage, 'kind' | 'icon' | 'message'> & { readonly name: string; readonly at: number }

/** Messages that pop up on people's screens. For people who are away they wait (spec 1 §2.8). */
export class ShellMessages {
  readonly #db: Database
  readonly #clock: Clock
  readonly #publisher: MainPublisher

  constructor(db: Database, clock: Clock, publisher: MainPublisher) {
    this.#db = db
    this.#clock = clock
    this.#publisher = publisher
  }

  async send(userIDs: readonly number[], { senderName: name, ...message }: ShellMessage): Promise<void> {
    const at = this.#clock()
    const people = [...new Set(userIDs)]
    const isOnline = (userID: number) => this.#publisher.isOnline(userID)
    await this.#db
      .insertInto('shellMessages')
      .values(people.map((userID) => ({ ...message, userID, at, deliveredAt: isOnline(userID) ? at : null })))
      .execute()
    for (const userID of people) this.#tell({ ...message, name, at }, this.#toUser(userID))
  }

  /** Tells a window that connects which messages came while the person was away. */
  greet = async (connection: MainConnection): Promise<void> => {
    const userID = connection.identity?.userID
    if (userID === undefined) return
    const waiting = await this.#db
      .selectFrom('shellMessages as m')
      .leftJoin('users as u', 'u.id', 'm.senderID')
      .where('m.userID', '=', userID)
      .where('m.deliveredAt', 'is', null)
      .select(['m.id', 'm.kind', 'm.icon', 'm.message', 'm.at', 'u.displayName as name'])
      .orderBy('m.id')
      .execute()
    if (waiting.length === 0) return
    await this.#db
      .updateTable('shellMessages')
      .set({ deliveredAt: this.#clock() })
      .where(
        'id',
        'in',
        waiting.map(({ id }) => id),
      )
      .execute()
    const toWindow: MainConnection['send'] = (event, ...args) => connection.send(event, ...args)
    for (const { name, ...message } of waiting) this.#tell({ ...message, name: name ?? '' }, toWindow)
  }

  #toUser(userID: number): MainConnection['send'] {
    return (event, ...args) => this.#publisher.toUser(userID, event, ...args)
  }

  #tell({ kind, icon, message, name, at }: Sent, send: MainConnection['send']): void {
    const time = new Date(at).toISOString()
    if (kind === 'QUEST') send('newQuestMessage', { icon, message, time })
    else send('recievePopupMessageFromManager', { name, message, time })
  }
}
