import { Tooltip } from '@mantine/core'
import { useStore } from 'zustand'
import { useSession } from '../../../services/context.tsx'
import type { Looker } from '../../../services/hubs/live-panel.ts'
import { useSignedIn } from '../../../services/signed-in.tsx'
import { PersonAvatar } from '../../../ui/PersonAvatar.tsx'
import { TEXT } from '../text.ts'
import styles from './TicketView.module.css'
import { useTicket } from './ticket-context.tsx'

const NOBODY: readonly Looker[] = []
const SHOWN = 4

/** Who else handles tickets and has this one open. */
export function Lookers() {
  const { ticketID } = useTicket()
  const { livePanel } = useSignedIn()
  const myID = useSession((session) => session.user?.id ?? 0)
  const all = useStore(livePanel.store, ({ lookers }) => lookers.get(ticketID) ?? NOBODY)
  const others = all.filter(({ userID }) => userID !== myID)
  const names = others.map(({ userName }) => userName).join(', ')
  const words = others.length === 1 ? TEXT.alsoLooking(names) : TEXT.alsoLookingMany(names)
  return (
    <div role="status" className={styles.lookers}>
      {others.length > 0 ? (
        <Tooltip label={words}>
          <span className={styles.faces}>
            {others.slice(0, SHOWN).map(({ userID, userName }) => (
              <PersonAvatar key={userID} userID={userID} name={userName} size={26} />
            ))}
            <span className="visually-hidden">{words}</span>
          </span>
        </Tooltip>
      ) : null}
    </div>
  )
}
