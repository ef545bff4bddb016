import { Modal } from '@mantine/core'
import { useEffect, useState } from 'react'
import { getUserAvatars } from '#shared/contract/people.ts'
import { useServices } from '../../services/context.tsx'
import { ApiError } from '../../services/http/api-client.ts'
import type { DialogParams } from '../../services/notices/dialogs.ts'
import { avatarPlaceholder } from '../../ui/avatar-placeholder.ts'
import styles from './AvatarOverlay.module.css'
import type { DialogProps } from './registry.ts'

/** Somebody's picture, large; their initials where there is none (spec 1 §2.8). */
export function AvatarOverlay({ opened, onClose, params }: DialogProps<DialogParams['user-avatar']>) {
  return (
    <Modal opened={opened} onClose={onClose} title={params.name} centered size={320}>
      <div className={styles.picture}>
        <Picture key={params.userID} {...params} />
      </div>
    </Modal>
  )
}

function Picture({ userID, name }: DialogParams['user-avatar']) {
  const { api } = useServices()
  const [picture, setPicture] = useState<string | null>(null)
  useEffect(() => {
    const gone = new AbortController()
    api.call(getUserAvatars, { pendingImages: [userID] }, { quiet: true, signal: gone.signal }).then(
      ([found]) => setPicture(found?.avatar ?? null),
      (error: unknown) => {
        // The initials stand in for it.
        if (!(error instanceof ApiError)) throw error
      },
    )
    return () => gone.abort()
  }, [api, userID])
  // The dialog's title says whose it is.
  return <img src={picture ?? avatarPlaceholder(name)} alt="" onError={() => setPicture(null)} />
}
