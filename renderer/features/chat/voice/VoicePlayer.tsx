import { useState } from 'react'
import type { ChatMessage } from '#shared/contract/chat-entities.ts'
import { getAttachmentDetails, WATCH_VIDEO_PATH } from '#shared/contract/chat-files.ts'
import { FILE_NOT_AVAILABLE, fileMessageParts } from '#shared/domain/chat-files.ts'
import { useServices } from '../../../services/context.tsx'
import { serverOrigin } from '../../../services/desktop/desktop.ts'
import { reasonOf } from '../../../services/http/api-client.ts'
import { useChatState } from '../chat-context.tsx'
import { threadOf } from '../store/core.ts'
import type { ThreadKey } from '../store/state.ts'
import { AudioPlayer } from './AudioPlayer.tsx'
import { TEXT } from './text.ts'
import styles from './Voice.module.css'
import { voiceNoteMs } from './voice-note-name.ts'

/**
 * A message's sound, played where it stands; it is asked for when it is first played. Without a path
 * it reads 'File not available' (spec 2 §7).
 */
export function VoicePlayer({ message, threadKey }: { message: ChatMessage; threadKey: ThreadKey }) {
  const { api } = useServices()
  const thread = useChatState((state) => threadOf(state, threadKey))
  const [src, setSrc] = useState<string | null>(null)
  const [problem, setProblem] = useState('')
  const { fileName } = fileMessageParts(message.message)
  const load = async () => {
    if (!thread) return
    const { source, sourceID } = thread
    try {
      const request = { id: message.id, source, sourceID, prepareStream: true }
      const { filePath } = await api.call(getAttachmentDetails, request, { quiet: true })
      if (filePath === '') return setProblem(FILE_NOT_AVAILABLE)
      setSrc(`${serverOrigin(window)}${WATCH_VIDEO_PATH}?token=${encodeURIComponent(filePath)}`)
    } catch (error) {
      setProblem(`${TEXT.audioFailed} ${reasonOf(error)}`)
    }
  }
  if (problem !== '')
    return (
      <p className={styles.problem} role="alert">
        {problem}
      </p>
    )
  return (
    <AudioPlayer
      src={src}
      knownMs={voiceNoteMs(fileName)}
      label={fileName}
      onWanted={() => void load()}
      onFailed={() => setProblem(TEXT.audioFailed)}
    />
  )
}
