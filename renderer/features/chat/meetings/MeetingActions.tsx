import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconDoorEnter, IconPhone, IconVideo } from '@tabler/icons-react'
import { JOIN_SOURCES } from '#shared/domain/chat.ts'
import { useSession } from '../../../services/context.tsx'
import { type LiveServices, useLiveIfAny } from '../../../services/live.tsx'
import { useChatMode } from '../modes/mode-context.tsx'
import type { ThreadFrame } from '../store/state.ts'
import { TEXT } from './text.ts'
import { useThreadMeetings } from './use-meetings.ts'

/** What the header of a conversation offers about calls and meetings, where the mode has any (spec 2 §2, §6). */
export function MeetingActions({ thread }: { thread: ThreadFrame }) {
  const live = useLiveIfAny()
  const { startsMeetings } = useChatMode()
  return live && startsMeetings ? <Actions thread={thread} live={live} /> : null
}

function Actions({ thread, live }: { thread: ThreadFrame; live: LiveServices }) {
  const { joining, join, callAll } = useThreadMeetings(live)
  const mayCallAll = useSession(({ permissions }) => permissions.can('CAN_CREATE_ONE_TO_ONE_MEETINGS'))
  const joinable = JOIN_SOURCES.includes(thread.source)
  return (
    <>
      {joinable ? (
        <Button
          size="compact-sm"
          variant="light"
          loading={joining}
          leftSection={<IconDoorEnter size={16} stroke={1.8} aria-hidden="true" />}
          aria-label={TEXT.joinRoom(thread.displayLabel)}
          onClick={() => void join(thread)}
        >
          {TEXT.join}
        </Button>
      ) : mayCallAll ? (
        <Tooltip label={TEXT.startMeeting} openDelay={400}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            loading={joining}
            aria-label={TEXT.startMeeting}
            onClick={() => void join(thread)}
          >
            <IconVideo size={20} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      ) : null}
      {mayCallAll ? (
        <Tooltip label={TEXT.call} openDelay={400}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={TEXT.call}
            onClick={() => void callAll(thread)}
          >
            <IconPhone size={19} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      ) : null}
    </>
  )
}
