import '@mantine/core/styles/Modal.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { Button, CopyButton, Modal, Radio, Textarea } from '@mantine/core'
import { type ComponentProps, useState } from 'react'
import { resetAccountPassword } from '#shared/contract/account-access.ts'
import { ACCESS_REASON_MAX, ACCESS_REASON_MIN, type ResetWay } from '#shared/domain/account-access.ts'
import { useServices } from '../../../services/context.tsx'
import { FormActions } from '../../../ui/form/FormActions.tsx'
import { PersonSelect } from '../../../ui/PersonSelect.tsx'
import type { RemoteOption } from '../../../ui/RemoteSelect.tsx'
import { AskForm } from '../AskDialog.tsx'
import styles from '../People.module.css'
import type { PersonAction } from '../panel-parts.ts'
import { detailsOf } from '../words.ts'
import access from './Access.module.css'
import { TEXT } from './text.ts'

/** 'Reset password' from somebody's panel (spec 5 §3.6). */
export function ResetPasswordOf({ person, onClose, onDone }: ComponentProps<PersonAction['Dialog']>) {
  const { id, displayName } = detailsOf(person)
  return (
    <Modal
      opened
      onClose={onClose}
      title={TEXT.resetTitle(displayName)}
      centered
      size={480}
      closeOnClickOutside={false}
    >
      <ResetPassword fixed={{ id, name: displayName }} onClose={onClose} onDone={onDone} />
    </Modal>
  )
}

/** Admin › Reset password: the same, for whom one searches. */
export function ResetPasswordDialog({
  opened,
  onClose,
}: {
  readonly opened: boolean
  readonly onClose: () => void
}) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={TEXT.reset}
      centered
      size={480}
      closeOnClickOutside={false}
    >
      <ResetPassword fixed={null} onClose={onClose} onDone={onClose} />
    </Modal>
  )
}

interface ResetPasswordProps {
  /** Whose it is; null where one is searched. */
  readonly fixed: RemoteOption | null
  readonly onClose: () => void
  readonly onDone: () => void
}

function ResetPassword({ fixed, onClose, onDone }: ResetPasswordProps) {
  const { api, notices } = useServices()
  const [person, setPerson] = useState(fixed)
  const [way, setWay] = useState<ResetWay>('LINK')
  const [reason, setReason] = useState('')
  const [told, setTold] = useState<string | null>(null)
  if (told !== null && person !== null)
    return (
      <div className={styles.ask}>
        <p>{TEXT.temporaryIs(person.name)}</p>
        <output className={access.secret}>{told}</output>
        <FormActions>
          <CopyButton value={told}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? TEXT.copied : TEXT.copy}
              </Button>
            )}
          </CopyButton>
          <Button data-autofocus onClick={onDone}>
            {TEXT.close}
          </Button>
        </FormActions>
      </div>
    )
  return (
    <AskForm
      isGrave
      text={TEXT.endsAll}
      action={TEXT.reset}
      isReady={person !== null && reason.trim().length >= ACCESS_REASON_MIN}
      onClose={onClose}
      run={async () => {
        if (!person) return
        const { temporaryPassword } = await api.call(
          resetAccountPassword,
          { userID: person.id, way, reason: reason.trim() },
          { quiet: true },
        )
        if (temporaryPassword !== null) return setTold(temporaryPassword)
        notices.show('success', TEXT.linkSent(person.name))
        onDone()
      }}
    >
      {fixed ? null : <PersonSelect label={TEXT.person} value={person} onChange={setPerson} />}
      <Radio.Group value={way} onChange={(value) => setWay(value as ResetWay)} aria-label={TEXT.reset}>
        <div className={styles.ask}>
          <Radio value="LINK" label={TEXT.link} description={TEXT.linkHint} />
          <Radio value="TEMPORARY_PASSWORD" label={TEXT.temporary} description={TEXT.temporaryHint} />
        </div>
      </Radio.Group>
      <Textarea
        required
        autosize
        minRows={2}
        label={TEXT.reason}
        maxLength={ACCESS_REASON_MAX}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </AskForm>
  )
}
