import { ActionIcon, Tabs, Tooltip } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconMessage, IconMessageOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Ticket } from '#shared/contract/ticket-entities.ts'
import { initialTab, type TicketTab, ticketTabs } from '#shared/domain/tickets.ts'
import { useServices } from '../../../services/context.tsx'
import { chatQuery } from '../queries.ts'
import { TEXT } from '../text.ts'
import { ChatColumn } from './ChatColumn.tsx'
import { Details } from './Details.tsx'
import { Feedback } from './Feedback.tsx'
import { Resolution } from './Resolution.tsx'
import { Settings } from './Settings.tsx'
import styles from './TicketView.module.css'
import { Timeline } from './Timeline.tsx'
import { Transcript } from './Transcript.tsx'
import { useAbility, useTicket } from './ticket-context.tsx'

/** Where the chat takes the place of the tabs instead of standing beside them. */
const NARROW = '(max-width: 899px)'
const READ_AT_ONCE = { getInitialValueInEffect: false }

/** A ticket's tabs, and the chat about it beside them (spec 3 §2). */
export function TicketBody({ ticket, onNext }: { ticket: Ticket; onNext: () => void }) {
  const { mode } = useTicket()
  const { beside, chat, setChat, offered } = useChatColumn(ticket.id)
  const { tab, choose } = useTab(ticket)
  return (
    <div className={styles.body}>
      {chat && !beside ? null : (
        <Tabs
          value={tab}
          onChange={(next) => choose(next as TicketTab | null)}
          keepMounted={false}
          className={styles.tabs ?? ''}
          classNames={{ list: styles.tabList, tab: styles.tab, panel: styles.panel }}
        >
          <div className={styles.tabLine}>
            <Tabs.List aria-label={TEXT.tabs}>
              {ticketTabs(mode).map((name) => (
                <Tabs.Tab key={name} value={name}>
                  {name}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            {offered ? <ChatSwitch on={chat} onChange={setChat} /> : null}
          </div>
          {ticketTabs(mode).map((name) => (
            <Tabs.Panel key={name} value={name} data-scrolls={name === 'Timeline' || name === 'Transcript'}>
              <Part tab={name} ticket={ticket} onNext={onNext} onDone={() => choose('Details')} />
            </Tabs.Panel>
          ))}
        </Tabs>
      )}
      {chat ? <ChatColumn ticket={ticket} {...(beside ? {} : { onBack: () => setChat(false) })} /> : null}
    </div>
  )
}

/** The column shows by itself where the ticket has a chat; who may start one can open it without. */
function useChatColumn(ticketID: number) {
  const { api } = useServices()
  const beside = !useMediaQuery(NARROW, undefined, READ_AT_ONCE)
  const mayStart = useAbility('ASSIGN')
  const { data } = useQuery(chatQuery(api, ticketID))
  const has = data !== undefined && data !== null
  const [chosen, setChat] = useState<boolean | null>(null)
  return { beside, chat: chosen ?? (beside && has), setChat, offered: has || mayStart }
}

/** The tab that is shown: the one chosen. A ticket that begins to want feedback goes there by itself (spec 3 §4). */
function useTab(ticket: Ticket) {
  const { mode } = useTicket()
  const wanted = initialTab(mode, ticket)
  const [shown, setShown] = useState({ tab: wanted, wanted })
  if (shown.wanted !== wanted) setShown({ tab: wanted === 'Feedback' ? wanted : shown.tab, wanted })
  return {
    tab: shown.tab,
    choose: (tab: TicketTab | null) => tab && setShown({ tab, wanted }),
  }
}

function ChatSwitch({ on, onChange }: { on: boolean; onChange: (on: boolean) => void }) {
  const label = on ? TEXT.hideChat : TEXT.showChat
  const Icon = on ? IconMessageOff : IconMessage
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label} onClick={() => onChange(!on)}>
        <Icon size={18} stroke={1.8} />
      </ActionIcon>
    </Tooltip>
  )
}

interface PartProps {
  readonly tab: TicketTab
  readonly ticket: Ticket
  readonly onNext: () => void
  readonly onDone: () => void
}

function Part({ tab, ticket, onNext, onDone }: PartProps) {
  switch (tab) {
    case 'Details':
      return <Details ticket={ticket} />
    case 'Transcript':
      return <Transcript transcript={ticket.transcript} />
    case 'Timeline':
      return <Timeline ticketID={ticket.id} version={ticket.version} />
    case 'Settings':
      return <Settings ticket={ticket} />
    case 'Resolution':
      return <Resolution ticket={ticket} onNext={onNext} />
    case 'Feedback':
      return <Feedback ticket={ticket} onDone={onDone} />
  }
}
