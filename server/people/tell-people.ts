import type { EndedSignIn } from '../auth/sessions.ts'
import type { ChatPublisher } from '../chat/publisher.ts'
import { afterCommit } from '../db/unit-of-work.ts'
import type { KeptNotification } from '../notifications/notification-store.ts'
import type { TellSettled } from '../roles/tell-settled.ts'
import type { Aftermath } from './save-person.ts'

/** Ways to the windows of those whom a change of people concerns. */
export interface PeopleWindows {
  readonly tellSettled: TellSettled
  readonly tellEnded: (ended: readonly EndedSignIn[]) => void
  readonly personChanged: (userID: number) => void
  readonly publisher: { readonly notified: (kept: readonly KeptNotification[]) => void }
  readonly hub: Pick<ChatPublisher, 'peopleAdded' | 'peopleRemoved' | 'contactsChanged'>
}

/** Tells everybody's windows what was saved, once it is committed. */
export async function tellPeople(windows: PeopleWindows, aftermath: Aftermath): Promise<void> {
  const { settled, ended, notified, userIDs, joined, left } = aftermath
  await afterCommit(async () => {
    for (const { threadIDs, userIDs: gone } of left) windows.hub.peopleRemoved(threadIDs, gone)
    for (const { threadIDs, userIDs: came } of joined) windows.hub.peopleAdded(threadIDs, came)
    windows.hub.contactsChanged()
    windows.publisher.notified(notified)
    windows.tellEnded(ended)
    for (const userID of userIDs) windows.personChanged(userID)
    await windows.tellSettled(settled)
  })
}
