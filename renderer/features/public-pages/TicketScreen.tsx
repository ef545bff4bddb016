import { Button, Textarea } from '@mantine/core'
import { IconLifebuoy, IconSend } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import type { ResponseOf } from '#shared/contract/http-call.ts'
import { openTicket, replyToTicket } from '#shared/contract/public-pages.ts'
import { Problem } from '../../ui/Problem.tsx'
import { LinkPage } from '../public-links/index.ts'
import { dayAndTime } from './dates.ts'
import { LinkScreen, type OpenLink } from './LinkScreen.tsx'
import styles from './PublicPages.module.css'
import { TICKET_TEXT } from './text.ts'
import { useDraft } from './use-draft.ts'
import { useSend } from './use-send.ts'

type Ticket = ResponseOf<typeof openTicket>

/** /public/whatsapp/pre-auth/ticket/{token} (spec 1 §2.1): a ticket as its customer sees it, and their replies. */
export function TicketScreen() {
  return <LinkScreen call={openTicket}>{(link) => <Conversation {...link} />}</LinkScreen>
}

function Conversation(link: OpenLink<Ticket>) {
  const { reference, title, status, messages } = link.value
  return (
    <LinkPage wide icon={<IconLifebuoy size={28} />} title={title}>
      <p className={styles.facts}>
        <span>{reference}</span>
        <span className={styles.status}>{status}</span>
      </p>
      <ol className={styles.messages} aria-label={TICKET_TEXT.conversation}>
        {messages.map(({ from, text, at, isOwn }, place) => (
          // Messages are never moved or taken out.
          // biome-ignore lint/suspicious/noArrayIndexKey: their place is what they are known by
          <li key={place} data-own={isOwn}>
            <p className={styles.from}>
              {isOwn ? TICKET_TEXT.you : from} · <time dateTime={at}>{dayAndTime(at)}</time>
            </p>
            <p className={styles.bubble}>{text}</p>
          </li>
        ))}
      </ol>
      <Reply {...link} />
    </LinkPage>
  )
}

function Reply({ token, onChange, onDead }: OpenLink<Ticket>) {
  const { values, set, clear } = useDraft(token)
  const { busy, problem, setProblem, send } = useSend(replyToTicket, onDead)
  const [isSent, setSent] = useState(false)
  const { reply = '' } = values

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (reply.trim() === '') return setProblem(TICKET_TEXT.empty)
    const ticket = await send({ token, message: reply })
    if (ticket === null) return
    clear()
    setSent(true)
    onChange(ticket)
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Textarea
        size="md"
        rows={3}
        maxLength={4000}
        label={TICKET_TEXT.reply}
        placeholder={TICKET_TEXT.placeholder}
        value={reply}
        onChange={(event) => {
          setSent(false)
          set('reply', event.currentTarget.value)
        }}
      />
      <Problem>{problem}</Problem>
      <div className={styles.sendRow}>
        <span role="status">{isSent ? TICKET_TEXT.sent : ''}</span>
        <Button type="submit" size="md" loading={busy} rightSection={<IconSend size={18} />}>
          {TICKET_TEXT.send}
        </Button>
      </div>
    </form>
  )
}
