/** The screen is fetched when it is first shown; the window over the other screens once the shell shows. */
export const loadMeetingScreen = async () => (await import('./MeetingScreen.tsx')).MeetingScreen
/** A meeting's room for who has a link and no account. */
export const loadVisitorRoom = async () => (await import('./VisitorRoom.tsx')).VisitorRoom
export { MEETING_ROOM, MeetingWindow } from './MeetingWindow.tsx'
