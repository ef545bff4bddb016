import type { CallBars, CallCause } from '#shared/domain/call-quality.ts'
import type { CallReaction } from '#shared/domain/calls.ts'
import type { CallPerson } from '../../services/calls/media/call-media.ts'
import type { DeviceKind, DeviceState } from '../../services/calls/media/own-devices.ts'
import type { LinkState } from '../../services/calls/media/peer-link.ts'

const links: Readonly<Record<LinkState, string>> = {
  CONNECTING: 'Connecting',
  DIRECT: 'Connected directly',
  RELAYED: 'Connected through the server',
  RECONNECTING: 'Reconnecting',
  FAILED: 'No connection',
}

const devices: Readonly<Record<DeviceKind, string>> = {
  microphone: 'Microphone',
  camera: 'Camera',
  output: 'Loudspeaker',
}

type Problem = Exclude<DeviceState, 'OFF' | 'STARTING' | 'ON'>
const blockedInBrowser = (device: string) =>
  `Your browser does not let this page use the ${device}. Allow it beside the page’s address, then try again.`
const blockedByWindows = (device: string) =>
  `Windows does not let this application use the ${device}. Allow it in Settings, Privacy & security, ${
    device === 'camera' ? 'Camera' : 'Microphone'
  }, “Let desktop apps access your ${device}”, then try again.`
const PROBLEMS: Readonly<Record<Exclude<Problem, 'BLOCKED'>, (device: string) => string>> = {
  MISSING: (device) => `No ${device} was found. Plug one in.`,
  BUSY: (device) => `Another program keeps the ${device} to itself. Close it, then try again.`,
  UNSUPPORTED: (device) =>
    `The browser gives this page no ${device}. It takes a current browser, and an address that begins with https.`,
}

/** Each reaction's sign and its name. */
export const REACTION_SIGNS: Readonly<Record<CallReaction, readonly [sign: string, name: string]>> = {
  THUMBS_UP: ['👍', 'Thumbs up'],
  CLAP: ['👏', 'Clapping'],
  HEART: ['❤️', 'Heart'],
  LAUGH: ['😂', 'Laughing'],
  SURPRISED: ['😮', 'Surprised'],
  CELEBRATE: ['🎉', 'Celebrating'],
}

/** What a call with sound says. */
export const CALL_ROOM_TEXT = {
  people: 'In the call',
  you: 'You',
  alone: 'Nobody else is in the call yet.',
  joining: 'Joining the call',
  cutOff: 'The connection to the server is broken. You can go on talking while it comes back.',
  elsewhere: 'You talk in another window now.',
  talkHere: 'Talk here',
  again: 'Try again',
  noCalls: 'This browser has no calls.',
  blockedSound: 'Your browser plays no sound before you press something.',
  hear: 'Turn on sound',
  /** How somebody is connected, or why they aren't heard. */
  state({ link, microphone, isUnheard }: Pick<CallPerson, 'link' | 'microphone' | 'isUnheard'>): string {
    if (link !== 'DIRECT' && link !== 'RELAYED') return links[link]
    if (microphone === 'MUTED') return 'Muted'
    if (microphone === 'NONE') return 'Has no microphone'
    return isUnheard ? 'No sound arrives from them' : links[link]
  },
  noWay: 'No way to them was found yet; a firewall or VPN may be in between. It is tried again all the time.',
  speaking: 'speaking',
  controls: 'Your microphone and camera',
  mute: 'Mute',
  unmute: 'Unmute',
  cameraOn: 'Turn camera on',
  cameraOff: 'Turn camera off',
  devices: 'Devices',
  device: devices,
  usual: 'The system’s own',
  holdSpace: 'While muted, hold the space bar to talk',
  level: 'How loud your microphone is',
  muted: 'You are muted.',
  heldToTalk: 'Talking while you hold the space bar',
  lost: (label: string) => `${label || 'A device'} was unplugged.`,
  noDevice: (kind: 'microphone' | 'camera', problem: Problem, isDesktop: boolean) =>
    problem === 'BLOCKED' ? (isDesktop ? blockedByWindows : blockedInBrowser)(kind) : PROBLEMS[problem](kind),
  stillHears: 'You hear the others meanwhile.',
  videoOf: (name: string) => `${name}’s camera`,
  ownVideo: 'Your camera',
  screenShare: 'The call was made with screen sharing.',
  share: 'Share your screen',
  stopSharing: 'Stop sharing',
  sharing: 'The others see this.',
  ownScreen: 'What you share',
  screenOf: (name: string) => `${name}’s screen`,
  isSpeaking: (name: string) => `${name} is speaking.`,
  sharesScreen: (name: string) => `${name} shares their screen.`,
  raisedHand: (name: string) => `${name} raised their hand.`,
  reacts: (name: string, reaction: CallReaction) => `${name}: ${REACTION_SIGNS[reaction][1].toLowerCase()}.`,
  raiseHand: 'Raise hand',
  lowerHand: 'Lower hand',
  handUp: 'Hand raised',
  hands: 'Raised hands',
  reactions: 'Reactions',
  gridView: 'Show all alike',
  speakerView: 'Show who speaks large',
  pin: (name: string) => `Pin ${name}`,
  unpin: (name: string) => `Unpin ${name}`,
  askMute: (name: string) => `Ask ${name} to mute`,
  muteAll: 'Mute all others',
  lower: 'Lower',
  lowerOf: (name: string) => `Lower ${name}’s hand`,
  speaks: 'Speaking',
  others: (count: number) => `and ${count} more`,
  handsUp: (count: number) => (count === 1 ? '1 hand raised' : `${count} hands raised`),
  host: 'Host',
  mutedBy: (name: string) => `${name} muted you. You can unmute yourself.`,
  notRecorded: 'Nothing is recorded.',
  devicesOn: (microphone: boolean, camera: boolean) =>
    microphone && camera
      ? 'Your microphone and camera are on.'
      : microphone
        ? 'Your microphone is on.'
        : camera
          ? 'Your camera is on.'
          : 'Your microphone and camera are off.',
} as const

/** What stands at the door of a meeting. */
export const DOOR_TEXT = {
  door: 'Before you join',
  mirror: 'How others see you, as in a mirror',
  cameraIsOff: 'Your camera is off.',
  goHeard: 'Join with microphone on',
  goMuted: 'Join muted',
  tryMicrophone: 'Hear yourself',
  trySound: 'Play a test sound',
  noSound: 'No sound could be played.',
  voice: {
    IDLE: '',
    RECORDING: 'Say something: for three seconds.',
    PLAYING: 'This is how others hear you.',
    HEARD: 'If you didn’t hear yourself, choose another microphone or loudspeaker.',
    FAILED: 'Your voice could not be recorded.',
  },
} as const

const BARS: Readonly<Record<CallBars, string>> = { 1: 'very bad', 2: 'bad', 3: 'fair', 4: 'good' }
const causes: Readonly<Record<CallCause, string>> = {
  NONE: '',
  LOSS_IN:
    'Part of what the others send gets lost on the way to you. Move closer to the wifi, or use a cable.',
  LOSS_OUT: 'Part of what you send gets lost on the way. Move closer to the wifi, or use a cable.',
  JITTER: 'Sound arrives unevenly. Close downloads and other programs that use the network.',
  ROUND_TRIP: 'Sound takes long on its way. Where you use a VPN that isn’t needed, turn it off.',
  CPU: 'Your machine is too slow for the pictures. Turn your camera off, or close other programs.',
}

/** How good the way to somebody is, what it comes from, and what one can do. */
export const QUALITY_TEXT = {
  bars: (bars: CallBars) => `The connection is ${BARS[bars]}.`,
  causes,
  held: 'Your camera isn’t sent to everybody at the moment, so that your voice comes through.',
} as const
