import '@mantine/core/styles/Drawer.layer.css'
import { Drawer } from '@mantine/core'
import { Fragment } from 'react'
import { REPLY_PREVIEW_LENGTH } from '#shared/domain/chat.ts'
import { listPreview } from '#shared/domain/chat-preview.ts'
import { cut } from '#shared/domain/cut-text.ts'
import { ACTION_FACES, GRAVE } from './action-faces.ts'
import type { MessageAction } from './action-list.ts'
import styles from './MessageMenu.module.css'
import { ReactionPicker } from './ReactionPicker.tsx'
import { TEXT } from './text.ts'
import type { MessageMenuProps } from './use-message-menu.ts'

interface MessageSheetProps extends MessageMenuProps {
  readonly groups: readonly (readonly MessageAction[])[]
  readonly run: (action: MessageAction) => void
}

/** The message's menu on a phone: from below, with room for fingers. */
export function MessageSheet({ threadKey, message, mine, groups, run, onClose }: MessageSheetProps) {
  return (
    <Drawer
      opened
      onClose={onClose}
      position="bottom"
      classNames={{ content: styles.drawer ?? '' }}
      title={TEXT.messageActions}
    >
      <p className={styles.quoted}>
        <strong>{message.userName}</strong> <bdi>{cut(listPreview(message), REPLY_PREVIEW_LENGTH)}</bdi>
      </p>
      <div className={styles.sheet}>
        {mine ? null : <ReactionPicker threadKey={threadKey} message={message} onDone={onClose} />}
        {groups.map((group, index) => (
          <Fragment key={group[0]}>
            {index > 0 ? <div className={styles.rule} /> : null}
            {group.map((action) => {
              const { label, Icon } = ACTION_FACES[action]
              return (
                <button
                  key={action}
                  type="button"
                  className={styles.line}
                  data-grave={GRAVE.has(action)}
                  onClick={() => {
                    onClose()
                    run(action)
                  }}
                >
                  <Icon size={20} stroke={1.7} aria-hidden="true" />
                  {label}
                </button>
              )
            })}
          </Fragment>
        ))}
      </div>
    </Drawer>
  )
}
