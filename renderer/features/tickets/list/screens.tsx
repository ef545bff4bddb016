import { Button, CloseButton } from '@mantine/core'
import { IconAlertTriangle, IconPlus } from '@tabler/icons-react'
import { outstandingScope, ticketMode } from '#shared/domain/tickets.ts'
import { useServices, useSession } from '../../../services/context.tsx'
import { LIST_TEXT, TEXT } from '../text.ts'
import styles from './TicketList.module.css'
import { TicketList } from './TicketList.tsx'

/** The help centre: every ticket that the person may see, for who handles them. */
export function HelpCenterScreen() {
  return (
    <div className={styles.screen}>
      <ScreenHead title={LIST_TEXT.helpCenter} />
      <TicketList scope="ALL" chooses />
    </div>
  )
}

/** The agency's page: the tickets of its people. */
export function AgencyTicketsScreen() {
  return (
    <div className={styles.screen}>
      <ScreenHead title={LIST_TEXT.myTickets} />
      <TicketList scope="ALL" chooses={false} />
    </div>
  )
}

function ScreenHead({ title }: { title: string }) {
  return (
    <header className={styles.screenHead}>
      <h1>{title}</h1>
      <RaiseButtons />
    </header>
  )
}

function RaiseButtons() {
  const { dialogs } = useServices()
  return (
    <div className={styles.raise}>
      <Button
        size="sm"
        variant="default"
        leftSection={<IconAlertTriangle size={16} stroke={1.8} />}
        onClick={() => dialogs.open('incident-form')}
      >
        {LIST_TEXT.incident}
      </Button>
      <Button
        size="sm"
        leftSection={<IconPlus size={16} stroke={2} />}
        onClick={() => dialogs.open('raise-ticket')}
      >
        {LIST_TEXT.raise}
      </Button>
    </div>
  )
}

/**
 * What the badge counts: a person's own tickets, and for those who handle tickets the ones that wait for them;
 * these people can choose others. Its part of the address begins with 'my-'.
 */
export function MyTickets() {
  const handles = useSession(({ permissions }) => ticketMode(permissions) === 'SUPERVISOR')
  const scope = useSession(({ permissions }) => outstandingScope(permissions))
  return <TicketList scope={scope} chooses={handles} prefix="my-" />
}

/** 'My support tickets' in its dialog (spec 1 §2.7). */
export function MyTicketsView({ onClose }: { onClose: () => void }) {
  return (
    <div className={styles.dialog}>
      <div className={styles.dialogHead}>
        <h2 tabIndex={-1} data-autofocus className={styles.title}>
          {LIST_TEXT.myTickets}
        </h2>
        <RaiseButtons />
        <CloseButton size="lg" aria-label={TEXT.close} onClick={onClose} />
      </div>
      <MyTickets />
    </div>
  )
}
