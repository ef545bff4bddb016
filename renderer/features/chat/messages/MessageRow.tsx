import { memo } from 'react'
import { DELETED_MESSAGE_TEXT } from '#shared/domain/chat.ts'
import { clockTime } from '#shared/domain/chat-days.ts'
import { PersonAvatar } from '../../../ui/PersonAvatar.tsx'
import { PersonName } from '../../hover-card/index.ts'
import type { ThreadKey } from '../store/state.ts'
import { TEXT } from '../text.ts'
import { Attachment } from './Attachment.tsx'
import styles from './MessageRow.module.css'
import { MessageText } from './MessageText.tsx'
import { MessageToolbar } from './MessageToolbar.tsx'
import type { MessageRowModel } from './message-rows.ts'
import { Quote } from './Quote.tsx'
import { Reactions } from './Reactions.tsx'
import { SendingMark } from './SendingMark.tsx'

interface MessageRowProps {
  readonly row: MessageRowModel
  readonly threadKey: ThreadKey
  readonly highlighted: boolean
  readonly onJump: (messageID: number) => void
}

/** One message, with the day or the 'New messages' line that begins above it. */
export const MessageRow = memo(function MessageRow({ row, threadKey, highlighted, onJump }: MessageRowProps) {
  const { message, grouped, mine } = row
  const time = clockTime(message.entryTime)
  return (
    <div className={styles.item}>
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
        className={styles.row}
        data-grouped={grouped}
        data-highlight={highlighted}
        data-sending={row.sending ?? undefined}
        aria-label={`${message.userName}, ${time}`}
      >
        <span className={styles.gutter}>
          {grouped ? (
            <time className={styles.gutterTime} dateTime={message.entryTime} aria-hidden="true">
              {time}
            </time>
          ) : (
            <PersonAvatar userID={message.userID} name={message.userName} size={36} />
          )}
        </span>
        <div className={styles.body}>
          {grouped ? null : (
            <div className={styles.head}>
              <span className={styles.author} data-mine={mine}>
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
          <SendingMark row={row} />
        </div>
        {message.deleted || row.sending !== null ? null : (
          <MessageToolbar threadKey={threadKey} message={message} mine={mine} />
        )}
      </article>
    </div>
  )
})

function Content({ row, threadKey, onJump }: Pick<MessageRowProps, 'row' | 'threadKey' | 'onJump'>) {
  const { message, mine } = row
  return (
    <>
      {message.replyToMessage ? <Quote quote={message.replyToMessage} onJump={onJump} /> : null}
      {message.type === 'TEXT' ? (
        <p className={styles.text}>
          <MessageText text={message.message} />
          {message.edited ? <span className={styles.edited}> ({TEXT.edited})</span> : null}
        </p>
      ) : (
        <Attachment message={message} threadKey={threadKey} />
      )}
      <Reactions message={message} threadKey={threadKey} mine={mine} />
    </>
  )
}
