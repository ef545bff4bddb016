import { fetchedPart } from '../../ui/fetched-part.ts'

/** What talks: behind the window, and fetched while a call rings, so that it is there when somebody answers. */
export const CALL_ROOM = fetchedPart(async () => ({
  ...(await import('./CallRoom.tsx')),
  ...(await import('./CallDoor.tsx')),
}))
