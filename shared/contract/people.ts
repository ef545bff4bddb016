import * as z from 'zod/mini'
import { PICTURE_TEXT, pictureProblem } from '../domain/profile-picture.ts'
import { call } from './http-call.ts'
import { done, userID } from './primitives.ts'

/** How many people's avatars are asked for at once. Ours. */
const AVATARS_MAX = 200

export const getUserAvatars = call({
  path: '/api/services/get-user-avatars',
  request: z.object({ pendingImages: z.array(userID).check(z.maxLength(AVATARS_MAX)) }),
  response: z.array(z.object({ userID, avatar: z.string() })),
  summary: 'Pictures of these people as data addresses; people without one are left out.',
  spec: '1 §7',
})

const picture = z.file().check(
  z.refine((file) => pictureProblem(file) !== PICTURE_TEXT.type, { error: PICTURE_TEXT.type }),
  z.refine((file) => pictureProblem(file) !== PICTURE_TEXT.size, { error: PICTURE_TEXT.size }),
)

export const updateProfilePicture = call({
  path: '/api/users/profile-picture',
  sends: 'multipart',
  request: z.object({ picture }),
  response: done,
  summary: "Puts a PNG, JPEG or WebP file of 5 MB at most in the place of the person's picture.",
  spec: '1 §2.8',
  extension: true,
  permission: 'CAN_UPDATE_PROFILE_PICTURE',
})
