import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { updateProfilePicture } from '#shared/contract/people.ts'
import { PICTURE_TEXT, PICTURE_TYPES, pictureProblem } from '#shared/domain/profile-picture.ts'
import { useServices } from '../../services/context.tsx'
import { useOneUpload } from '../../services/http/use-one-upload.ts'
import { useSignedIn } from '../../services/signed-in.tsx'
import { ChooseFile } from '../../ui/form/ChooseFile.tsx'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { UploadBar } from '../../ui/form/UploadBar.tsx'
import { Problem } from '../../ui/Problem.tsx'
import styles from './PictureForm.module.css'
import { PICTURE_DIALOG_TEXT } from './text.ts'

interface Chosen {
  readonly file: File
  /** Of the file, for the preview. */
  readonly url: string
}

/** Chooses a picture, shows it, and uploads it with its progress. */
export function PictureForm({ onDone }: { onDone: () => void }) {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [unfit, setUnfit] = useState<string | null>(null)
  const { progress, problem, upload, cancel, forget } = usePictureUpload(onDone)
  const uploading = progress !== null
  useEffect(() => () => URL.revokeObjectURL(chosen?.url ?? ''), [chosen])

  const choose = (file: File | undefined) => {
    if (!file) return
    const wrong = pictureProblem(file)
    forget()
    setUnfit(wrong)
    setChosen(wrong === null ? { file, url: URL.createObjectURL(file) } : null)
  }
  const isNoPicture = () => {
    setUnfit(PICTURE_TEXT.type)
    setChosen(null)
  }

  return (
    <div className={styles.stack}>
      <p className={styles.lead}>{PICTURE_DIALOG_TEXT.lead}</p>
      {chosen ? (
        <img
          className={styles.preview}
          src={chosen.url}
          alt={PICTURE_DIALOG_TEXT.preview}
          onError={isNoPicture}
        />
      ) : null}
      {uploading ? null : (
        <span className={styles.choose}>
          <ChooseFile accept={PICTURE_TYPES.join(',')} onFiles={([file]) => choose(file)}>
            {PICTURE_DIALOG_TEXT.choose}
          </ChooseFile>
        </span>
      )}
      {uploading ? <UploadBar share={progress} label={PICTURE_DIALOG_TEXT.progress} /> : null}
      <Problem>{unfit ?? problem}</Problem>
      <FormActions>
        <Button variant="default" onClick={uploading ? cancel : onDone}>
          {PICTURE_DIALOG_TEXT.cancel}
        </Button>
        <Button
          disabled={chosen === null || uploading}
          onClick={() => (chosen ? void upload(chosen.file) : undefined)}
        >
          {PICTURE_DIALOG_TEXT.upload}
        </Button>
      </FormActions>
    </div>
  )
}

/** Uploads the person's picture; while it runs, they stay where they are. Leaving the screen gives it up. */
function usePictureUpload(onDone: () => void) {
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
