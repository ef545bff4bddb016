/** The screen is fetched when it is first shown; the window over the other screens once the shell shows. */
export const loadMeetingScreen = async () => (await import('./MeetingScreen.tsx')).MeetingScreen
export { MEETING_ROOM, MeetingWindow } from './MeetingWindow.tsx'
