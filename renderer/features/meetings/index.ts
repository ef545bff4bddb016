/** Its window over the other screens is in the shell already; the screen is fetched when it is first shown. */
export const loadMeetingScreen = async () => (await import('./MeetingScreen.tsx')).MeetingScreen
export { MeetingWindow } from './MeetingWindow.tsx'
