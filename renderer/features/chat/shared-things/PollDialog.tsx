import { LoadFailure } from '../../../ui/failure/LoadFailure.tsx'
import '../mantine-styles.ts'
import { Button, Checkbox, Modal, Radio } from '@mantine/core'
import { useEffect } from 'react'
import type { Poll } from '#shared/contract/chat-entities.ts'
import { clockTime, datePeriod } from '#shared/domain/chat-days.ts'
import { useServices } from '../../../services/context.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { useToday } from '../../../ui/use-now.ts'
import { useChat, useChatState } from '../chat-context.tsx'
import type { ChatDialogProps } from '../dialogs/dialog-props.ts'
import { threadOf } from '../store/core.ts'
import type { ThreadKey } from '../store/state.ts'
import { NOT_SHOWN } from '../store/tabs/tab-state.ts'
import styles from './SharedThings.module.css'
import { TEXT } from './text.ts'

/** The server's clock may be a little behind, in milliseconds. Ours. */
const CLOSED_MS = 1000

/** A poll as it stands, to vote in (spec 2 §2). Votes show at once and follow those of the others. */
export function PollDialog({ dialog: { thread, id }, onClose }: ChatDialogProps<'poll'>) {
  const chat = useChat<'loadPoll'>()
  const { load, thing: poll } = useChatState((state) => state.polls[id]) ?? NOT_SHOWN
  useEffect(() => void chat.loadPoll(id), [chat, id])
  useClosing(poll)
  return (
    <Modal opened onClose={onClose} title={TEXT.poll} size={480} centered>
      {poll ? (
        <ActivePoll poll={poll} threadKey={thread} />
      ) : load.state === 'error' ? (
        <LoadFailure title={TEXT.pollFailed} reason={load.message} onRetry={() => void chat.loadPoll(id)} />
      ) : (
        <div className={styles.form}>
          <Skeleton width="70%" height={18} />
          <Skeleton width="100%" height={46} />
          <Skeleton width="100%" height={46} />
        </div>
      )}
    </Modal>
  )
}

/** Asks again at the moment at which the poll closes by itself. */
function useClosing(poll: Poll | null) {
  const chat = useChat<'loadPoll'>()
  const { timers, now } = useServices()
  const { id, closesAt, isClosed } = poll ?? { id: 0, closesAt: null, isClosed: true }
  useEffect(() => {
    if (closesAt === null || isClosed) return
    return timers.after(Math.max(0, Date.parse(closesAt) - now()) + CLOSED_MS, () => void chat.loadPoll(id))
  }, [chat, timers, now, id, closesAt, isClosed])
}

function ActivePoll({ poll, threadKey }: { poll: Poll; threadKey: ThreadKey }) {
  const chat = useChat<'vote'>()
  const mine = poll.options.filter(({ isMine }) => isMine).map(({ id }) => String(id))
  const vote = (ids: readonly string[]) => void chat.vote(poll.id, ids.map(Number))
  const cards = poll.options.map((option) => <OptionCard key={option.id} option={option} poll={poll} />)
  return (
    <div className={styles.form}>
      <div>
        <h3 className={styles.question}>{poll.question}</h3>
        <PollFacts poll={poll} />
      </div>
      {poll.isMultiple ? (
        <Checkbox.Group aria-label={poll.question} value={mine} onChange={vote}>
          <div className={styles.cards}>{cards}</div>
        </Checkbox.Group>
      ) : (
        <Radio.Group aria-label={poll.question} value={mine[0] ?? ''} onChange={(id) => vote([id])}>
          <div className={styles.cards}>{cards}</div>
        </Radio.Group>
      )}
      <div className={styles.foot}>
        <span role="status">{TEXT.voters(poll.voters)}</span>
        {!poll.isClosed && mine.length > 0 ? (
          <Button size="compact-sm" variant="subtle" onClick={() => vote([])}>
            {TEXT.takeBack}
          </Button>
        ) : null}
        <ClosePoll poll={poll} threadKey={threadKey} />
      </div>
    </div>
  )
}

function PollFacts({ poll }: { poll: Poll }) {
  const today = useToday()
  const { isClosed, closesAt, isMultiple, isAnonymous, createdByName } = poll
  const end = isClosed
    ? TEXT.pollClosed
    : closesAt === null
      ? null
      : TEXT.closesAt(`${datePeriod(closesAt, today)}, ${clockTime(closesAt)}`)
  const facts = [
    TEXT.askedBy(createdByName),
    isClosed ? null : isMultiple ? TEXT.chooseSeveral : TEXT.chooseOne,
    isAnonymous ? TEXT.votesAnonymous : null,
    end,
  ]
  return <p className={styles.facts}>{facts.filter((fact) => fact !== null).join(' · ')}</p>
}

function OptionCard({ option, poll }: { option: Poll['options'][number]; poll: Poll }) {
  const all = poll.options.reduce((sum, { votes }) => sum + votes, 0)
  const share = all === 0 ? 0 : option.votes / all
  const Card = poll.isMultiple ? Checkbox.Card : Radio.Card
  const Indicator = poll.isMultiple ? Checkbox.Indicator : Radio.Indicator
  return (
    <Card
      className={styles.card ?? ''}
      value={String(option.id)}
      disabled={poll.isClosed}
      aria-label={`${option.text}, ${TEXT.votes(option.votes)}`}
      title={option.names.join(', ')}
    >
      <span className={styles.bar} style={{ width: `${share * 100}%` }} aria-hidden="true" />
      {poll.isClosed ? null : <Indicator />}
      <span className={styles.optionText}>
        {option.text}
        {option.names.length > 0 ? <small>{option.names.join(', ')}</small> : null}
      </span>
      <span className={styles.share}>
        {option.votes}
        <small>{Math.round(share * 100)}%</small>
      </span>
    </Card>
  )
}

/** For who asked, and the admins of the conversation. */
function ClosePoll({ poll, threadKey }: { poll: Poll; threadKey: ThreadKey }) {
  const chat = useChat<'closePoll'>()
  const { prompts } = useServices()
  const myID = useChatState((state) => state.me.id)
  const isAdmin = useChatState((state) => threadOf(state, threadKey)?.isAdmin ?? false)
  if (poll.isClosed || (poll.createdBy !== myID && !isAdmin)) return null
  const close = async () => {
    if (await prompts.ask({ title: TEXT.closePoll, text: TEXT.closePollAsk })) await chat.closePoll(poll.id)
  }
  return (
    <Button size="compact-sm" variant="default" onClick={() => void close()}>
      {TEXT.closePoll}
    </Button>
  )
}
