export { MeetingScreen } from './MeetingScreen.tsx'
export { MeetingWindow } from './MeetingWindow.tsx'
