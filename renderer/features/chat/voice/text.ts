import { TEXT as SHARED } from '../text.ts'

/** Voice notes, as people read it, with what several views of the chat say. */
export const TEXT = {
  ...SHARED,
  recording: 'Recording',
  recordingPaused: 'Paused',
  pauseRecording: 'Pause',
  resumeRecording: 'Go on',
  stopRecording: 'Stop and listen',
  discardRecording: 'Discard the voice note',
  sendVoiceNote: 'Send voice note',
  voiceNoteReady: 'Your voice note',
  askingMicrophone: 'Waiting for the microphone…',
  microphoneBlocked:
    'The microphone is blocked. Allow it in the browser’s settings for this site, then try again.',
  microphoneMissing: 'No microphone was found. Plug one in, then try again.',
  microphoneBusy: 'Another program is using the microphone. Close it, then try again.',
  microphoneUnsupported: 'Voice notes can’t be recorded on this device.',
  recordingFailed: 'The recording stopped. What was recorded until then is here.',
  play: 'Play',
  pause: 'Pause',
  position: 'Position',
  playbackSpeed: (rate: number) => `Speed ${rate}×`,
  audioFailed: 'The recording could not be played.',
} as const
