import { ActionIcon, Button } from '@mantine/core'
import {
  IconMicrophoneOff,
  IconPlayerPauseFilled,
  IconPlayerRecordFilled,
  IconPlayerStopFilled,
  IconSend2,
  IconTrash,
} from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useChat, useChatState } from '../chat-context.tsx'
import type { ThreadKey } from '../store/state.ts'
import { AudioPlayer } from './AudioPlayer.tsx'
import { TEXT } from './text.ts'
import { useVoiceRecorder, type VoiceNote } from './use-voice-recorder.ts'
import styles from './Voice.module.css'
import { createVoiceLab, type VoiceLab, type VoiceProblem } from './voice-lab.ts'
import { clock } from './voice-note-name.ts'

const PROBLEMS: Readonly<Record<VoiceProblem, string>> = {
  blocked: TEXT.microphoneBlocked,
  missing: TEXT.microphoneMissing,
  busy: TEXT.microphoneBusy,
  unsupported: TEXT.microphoneUnsupported,
}

interface VoiceRecorderProps {
  readonly threadKey: ThreadKey
  readonly onClose: () => void
  /** The page's own unless a test has another. */
  readonly lab?: VoiceLab
}

/** In the composer's place while a voice note is recorded and listened to, until it is sent or discarded. */
export function VoiceRecorder({ threadKey, onClose, lab }: VoiceRecorderProps) {
  const chat = useChat<'attach' | 'sendFile'>()
  const used = useMemo(() => lab ?? createVoiceLab(window), [lab])
  // Somebody who looks at another conversation in between finds it among the files here.
  const recorder = useVoiceRecorder(used, ({ file }) => chat.attach(threadKey, [file], 'FILE'))
  const { state, meter } = recorder
  const panel = useRef<HTMLDivElement>(null)
  // What had the focus is gone with each step: the keyboard goes on from here.
  useEffect(() => {
    if (state.at && document.activeElement === document.body) panel.current?.focus()
  }, [state.at])
  const discard = () => {
    recorder.drop()
    onClose()
  }
  const send = (note: VoiceNote) => {
    if (!chat.sendFile(threadKey, note.file, 'FILE')) return
    recorder.drop()
    onClose()
  }
  if (state.at === 'failed')
    return (
      <div ref={panel} tabIndex={-1} className={styles.panel} role="alert">
        <IconMicrophoneOff size={20} stroke={1.6} className={styles.off ?? ''} aria-hidden="true" />
        <p className={styles.words}>{PROBLEMS[state.problem]}</p>
        {state.problem === 'unsupported' ? null : (
          <Button size="xs" variant="default" onClick={recorder.tryAgain}>
            {TEXT.tryAgain}
          </Button>
        )}
        <Button size="xs" variant="subtle" color="gray" onClick={discard}>
          {TEXT.close}
        </Button>
      </div>
    )
  return (
    <div ref={panel} tabIndex={-1} className={styles.panel}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={34}
        radius="md"
        aria-label={TEXT.discardRecording}
        title={TEXT.discardRecording}
        onClick={discard}
      >
        <IconTrash size={19} stroke={1.6} />
      </ActionIcon>
      {state.at === 'ready' ? (
        <Ready note={state.note} broken={state.broken} onSend={send} />
      ) : (
        <>
          <span className={styles.state} data-running={state.at === 'recording'} role="status">
            {state.at === 'asking'
              ? TEXT.askingMicrophone
              : state.at === 'paused'
                ? TEXT.recordingPaused
                : TEXT.recording}
          </span>
          <Meter levels={meter.levels} />
          <span className={styles.time} role="timer">
            {clock(meter.ms)}
          </span>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={34}
            radius="md"
            disabled={state.at === 'asking'}
            aria-label={state.at === 'paused' ? TEXT.resumeRecording : TEXT.pauseRecording}
            onClick={state.at === 'paused' ? recorder.resume : recorder.pause}
          >
            {state.at === 'paused' ? (
              <IconPlayerRecordFilled size={17} />
            ) : (
              <IconPlayerPauseFilled size={17} />
            )}
          </ActionIcon>
          <ActionIcon
            variant="filled"
            size={34}
            radius="md"
            disabled={state.at === 'asking'}
            aria-label={TEXT.stopRecording}
            title={TEXT.stopRecording}
            onClick={recorder.stop}
          >
            <IconPlayerStopFilled size={17} />
          </ActionIcon>
        </>
      )}
    </div>
  )
}

interface ReadyProps {
  readonly note: VoiceNote
  readonly broken: boolean
  readonly onSend: (note: VoiceNote) => void
}

/** What was recorded, to be listened to before it is sent. */
function Ready({ note, broken, onSend }: ReadyProps) {
  const connected = useChatState((state) => state.hub === 'connected')
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(note.file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [note])
  return (
    <>
      <div className={styles.ready}>
        {broken ? (
          <p className={styles.words} role="alert">
            {TEXT.recordingFailed}
          </p>
        ) : null}
        <AudioPlayer src={url} knownMs={note.ms} label={TEXT.voiceNoteReady} />
      </div>
      <ActionIcon
        variant="filled"
        size={34}
        radius="md"
        loading={!connected}
        disabled={!connected}
        aria-label={TEXT.sendVoiceNote}
        title={TEXT.sendVoiceNote}
        onClick={() => onSend(note)}
      >
        <IconSend2 size={18} stroke={1.8} />
      </ActionIcon>
    </>
  )
}

/** The last seconds' loudness. Decoration: the words beside it say that it records. */
function Meter({ levels }: { levels: readonly number[] }) {
  let place = 0
  return (
    <span className={styles.meter} aria-hidden="true">
      {levels.map((level) => (
        <i key={place++} style={{ height: `${Math.round(8 + level * 92)}%` }} />
      ))}
    </span>
  )
}
