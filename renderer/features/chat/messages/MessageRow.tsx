import { memo, Suspense, useRef } from 'react'
import { DELETED_MESSAGE_TEXT, totalReactions } from '#shared/domain/chat.ts'
import { clockTime } from '#shared/domain/chat-days.ts'
import { gifPath } from '#shared/domain/chat-parts.ts'
import { DialogFailure } from '../../../ui/failure/DialogFailure.tsx'
import { lazyCode } from '../../../ui/fetch-code.ts'
import { PersonAvatar } from '../../../ui/PersonAvatar.tsx'
import { PersonName } from '../../hover-card/index.ts'
import { useMessageMenu } from '../actions/use-message-menu.ts'
import type { ThreadKey } from '../store/state.ts'
import { TopicMark } from '../topics/TopicMark.tsx'
import { Attachment } from './Attachment.tsx'
import { DeliveryMark } from './DeliveryMark.tsx'
import { Gif } from './Gif.tsx'
import { MessageFlags } from './MessageFlags.tsx'
import styles from './MessageRow.module.css'
import { MessageText } from './MessageText.tsx'
import { MessageToolbar } from './MessageToolbar.tsx'
import type { MessageRowModel } from './message-rows.ts'
import { Quote } from './Quote.tsx'
import { Reactions } from './Reactions.tsx'
import { SendingMark } from './SendingMark.tsx'
import { TEXT } from './text.ts'
import { type Rest, useRest } from './use-rest.ts'

const MessageMenu = lazyCode(async () => (await import('../actions/MessageMenu.tsx')).MessageMenu)

interface MessageRowProps {
  readonly row: MessageRowModel
  readonly threadKey: ThreadKey
  readonly highlighted: boolean
  /** When it has its tools. */
  readonly rest: Rest | null
  readonly onJump: (messageID: number) => void
}

/** One message, with the day or the 'New messages' line that begins above it. */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { row, threadKey, highlighted, rest, onJump } = props
  const { message, grouped, mine } = row
  const time = clockTime(message.entryTime)
  const article = useRef<HTMLElement>(null)
  const stands = !message.deleted && row.sending === null
  const menu = useMessageMenu(stands)
  // The message is what people wait for; its tools cost more than the rest of it, and come after the picture.
  const hasTools = useRest(rest)
  return (
    <>
      {row.day === null ? null : (
        <h3 className={styles.day}>
          <span>{row.day}</span>
        </h3>
      )}
      {row.newFromHere ? (
        <div className={styles.new}>
          <span>{TEXT.newMessages}</span>
        </div>
      ) : null}
      <article
        ref={article}
        className={styles.row}
        {...menu.handlers}
        data-grouped={grouped || undefined}
        data-highlight={highlighted || undefined}
        data-sending={row.sending ?? undefined}
        data-broadcast={(stands && message.broadcastTime !== null) || undefined}
        data-menu={menu.place !== null || undefined}
        aria-label={`${message.userName}, ${time}`}
      >
        {grouped ? (
          <time className={styles.gutterTime} dateTime={message.entryTime} aria-hidden="true">
            {time}
          </time>
        ) : (
          <span className={styles.gutter}>
            <PersonAvatar userID={message.userID} name={message.userName} size={36} />
          </span>
        )}
        <div className={styles.body}>
          {grouped ? null : (
            <div className={styles.head}>
              <span className={styles.author} data-mine={mine || undefined}>
                <PersonName userID={message.userID} name={message.userName} />
              </span>
              <time className={styles.time} dateTime={message.entryTime}>
                {time}
              </time>
            </div>
          )}
          {message.deleted ? (
            <p className={styles.deleted}>{DELETED_MESSAGE_TEXT}</p>
          ) : (
            <Content row={row} threadKey={threadKey} onJump={onJump} />
          )}
          {row.sending === null ? null : <SendingMark row={row} />}
          {stands ? (
            <DeliveryMark message={message} threadKey={threadKey} mine={mine} isAtRest={hasTools} />
          ) : null}
        </div>
        {hasTools && stands ? (
          <MessageToolbar
            threadKey={threadKey}
            message={message}
            mine={mine}
            onMore={(button) => article.current && menu.openAt(article.current, button)}
          />
        ) : null}
        {menu.place && stands ? (
          <DialogFailure opened onClose={menu.close}>
            <Suspense>
              <MessageMenu
                threadKey={threadKey}
                message={message}
                mine={mine}
                place={menu.place}
                onClose={menu.close}
              />
            </Suspense>
          </DialogFailure>
        ) : null}
      </article>
    </>
  )
})

/** Few messages have more than a text: what they don't have isn't mounted. */
function Content({ row, threadKey, onJump }: Pick<MessageRowProps, 'row' | 'threadKey' | 'onJump'>) {
  const { message, mine } = row
  const gif = message.type === 'TEXT' ? gifPath(message.message) : null
  return (
    <>
      <MessageFlags message={message} />
      {message.replyToMessage ? <Quote quote={message.replyToMessage} onJump={onJump} /> : null}
      {gif !== null ? (
        <Gif path={gif} />
      ) : message.type === 'TEXT' ? (
        <p className={styles.text} dir="auto">
          <MessageText text={message.message} threadKey={threadKey} />
          {message.edited ? (
            <span
              className={styles.edited}
              title={message.editTime ? clockTime(message.editTime) : undefined}
            >
              {' '}
              ({TEXT.edited})
            </span>
          ) : null}
        </p>
      ) : (
        <Attachment message={message} threadKey={threadKey} />
      )}
      {message.topicID === null ? null : <TopicMark message={message} threadKey={threadKey} />}
      {totalReactions(message) === 0 ? null : (
        <Reactions message={message} threadKey={threadKey} mine={mine} />
      )}
    </>
  )
}
