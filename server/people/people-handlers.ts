import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { avatarsOf, keepPicture } from './profile-pictures.ts'

export interface PeopleServices {
  readonly db: Database
  readonly clock: Clock
}

/** People's pictures (spec 1 §2.8, §7). */
export function peopleHandlers({ db, clock }: PeopleServices): AreaHandlers<'people'> {
  return {
    getUserAvatars: ({ pendingImages }) => avatarsOf(db, pendingImages),

    updateProfilePicture: async ({ picture }, { caller }) => {
      await keepPicture(db, clock, caller.userID, await picture.bytes())
      return { done: true }
    },
  }
}
