import { updateProfilePicture } from '#shared/contract/people.ts'
import { useServices } from '../../services/context.tsx'
import { useOneUpload } from '../../services/http/use-one-upload.ts'
import { useSignedIn } from '../../services/signed-in.tsx'
import { PICTURE_DIALOG_TEXT } from './text.ts'

/** Uploads the person's picture; while it runs, they stay where they are. Leaving the screen gives it up. */
export function usePictureUpload(onDone: () => void) {
  const { api, notices, session } = useServices()
  const { avatars } = useSignedIn()
  const { start, ...rest } = useOneUpload({
    lock: PICTURE_DIALOG_TEXT.lock,
    onGivenUp: (message) => notices.show('warning', message),
  })
  const upload = (picture: File) =>
    start(async (options) => {
      await api.upload(updateProfilePicture, { picture }, options)
      const { user } = session.store.getState()
      if (user) avatars.refresh(user.id)
      notices.show('success', PICTURE_DIALOG_TEXT.updated)
      onDone()
    })
  return { ...rest, upload }
}
