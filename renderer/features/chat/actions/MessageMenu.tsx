import { Menu } from '@mantine/core'
import { Fragment } from 'react'
import { useSession } from '../../../services/context.tsx'
import { useFocusBack } from '../../../ui/use-focus-back.ts'
import { useChatState } from '../chat-context.tsx'
import { threadOf } from '../store/core.ts'
import { ACTION_FACES, GRAVE } from './action-faces.ts'
import { actionGroups } from './action-list.ts'
import styles from './MessageMenu.module.css'
import { MessageSheet } from './MessageSheet.tsx'
import { ReactionPicker } from './ReactionPicker.tsx'
import { TEXT } from './text.ts'
import type { MessageMenuProps } from './use-message-menu.ts'
import { useRunAction } from './use-run-action.ts'

/** Everything that can be done with a message: at the pointer or its button, and as a sheet on phones. */
export function MessageMenu(props: MessageMenuProps) {
  const { threadKey, message, mine, place, onClose } = props
  const permissions = useSession((session) => session.permissions)
  const thread = useChatState((state) => threadOf(state, threadKey))
  const run = useRunAction(threadKey, message)
  const groups = thread ? actionGroups({ message, thread, mine, permissions }) : []
  useFocusBack(place.kind !== 'sheet')
  if (place.kind === 'sheet') return <MessageSheet {...props} groups={groups} run={run} />
  return (
    <Menu
      opened
      onClose={onClose}
      position={place.kind === 'button' ? 'bottom-end' : 'bottom-start'}
      width={220}
      shadow="md"
      trapFocus
      // The list of messages would cut it off, and at the page's end it would lie in no landmark.
      withinPortal
      portalProps={{ target: document.querySelector('main') ?? document.body }}
    >
      <Menu.Target>
        {/* A button, since the kit tells of it that the menu is open; it is out of everybody's way. */}
        <button
          type="button"
          aria-hidden="true"
          tabIndex={-1}
          className={styles.anchor}
          style={{ left: place.x, top: place.y }}
        />
      </Menu.Target>
      <Menu.Dropdown aria-label={TEXT.messageActions}>
        {mine ? null : (
          <>
            <ReactionPicker inMenu threadKey={threadKey} message={message} onDone={onClose} />
            <Menu.Divider />
          </>
        )}
        {groups.map((group, index) => (
          <Fragment key={group[0]}>
            {index > 0 ? <Menu.Divider /> : null}
            {group.map((action) => {
              const { label, Icon } = ACTION_FACES[action]
              return (
                <Menu.Item
                  key={action}
                  className={GRAVE.has(action) ? (styles.grave ?? '') : ''}
                  leftSection={<Icon size={16} stroke={1.8} aria-hidden="true" />}
                  onClick={() => run(action)}
                >
                  {label}
                </Menu.Item>
              )
            })}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
