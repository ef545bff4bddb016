import './mantine-styles.ts'
import { Button, Textarea, TextInput } from '@mantine/core'
import { IconDeviceLaptop, IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { allowDevice, excludeDevice, excludedDevices } from '#shared/contract/account-access.ts'
import { DEVICE_ID_MAX } from '#shared/contract/sign-in.ts'
import { ACCESS_REASON_MAX, ACCESS_REASON_MIN } from '#shared/domain/account-access.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { AskDialog } from './AskDialog.tsx'
import { momentText } from './moments.ts'
import styles from './Support.module.css'
import { TEXT } from './text.ts'

const { devices: words } = TEXT
const KEY = ['excluded-devices']

/** Devices from which nobody signs in (spec 5 §3.6, §5.11). */
export function ExcludedDevices() {
  const { api, notices, prompts } = useServices()
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.call(excludedDevices, undefined, { quiet: true, signal }),
  })
  const fresh = () => client.invalidateQueries({ queryKey: KEY })
  const allow = async (deviceID: string) => {
    const [title, text] = [words.allowAsk(deviceID), words.allowText]
    if (!(await prompts.ask({ title, text, yes: words.allow, no: TEXT.cancel }))) return
    try {
      await api.call(allowDevice, { deviceID }, { quiet: true })
      notices.show('success', words.allowed)
    } catch (failure) {
      notices.show('error', reasonOf(failure))
    }
    await fresh()
  }
  return (
    <div className={styles.page}>
      <div className={styles.narrow}>
        <header className={styles.headed}>
          <h1>{TEXT.tab.devices}</h1>
          <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setOpen(true)}>
            {words.exclude}
          </Button>
        </header>
        <p className={styles.lead}>{words.lead}</p>
        {error ? (
          <LoadFailure title={words.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
        ) : !data ? (
          <div role="status" aria-label={TEXT.loading}>
            <Skeleton width="100%" height={120} />
          </div>
        ) : data.devices.length === 0 ? (
          <EmptyState icon={<IconDeviceLaptop size={26} />} title={words.none} />
        ) : (
          <ul className={styles.devices} aria-label={TEXT.tab.devices}>
            {data.devices.map(({ deviceID, reason, by, at }) => (
              <li key={deviceID} className={styles.device}>
                <div>
                  <strong>{deviceID}</strong>
                  <span>{reason}</span>
                  <small>{words.by(by, momentText(at))}</small>
                </div>
                <Button
                  size="xs"
                  variant="default"
                  aria-label={words.allowOne(deviceID)}
                  onClick={() => void allow(deviceID)}
                >
                  {words.allow}
                </Button>
              </li>
            ))}
          </ul>
        )}
        {isOpen ? <ExcludeDialog onClose={() => setOpen(false)} onDone={fresh} /> : null}
      </div>
    </div>
  )
}

function ExcludeDialog({
  onClose,
  onDone,
}: {
  readonly onClose: () => void
  readonly onDone: () => Promise<unknown>
}) {
  const { api } = useServices()
  const [deviceID, setDeviceID] = useState('')
  const [reason, setReason] = useState('')
  return (
    <AskDialog
      isGrave
      title={words.excludeTitle}
      cancel={TEXT.cancel}
      action={words.excludeAction}
      done={words.excluded}
      isReady={deviceID.trim() !== '' && reason.trim().length >= ACCESS_REASON_MIN}
      onClose={onClose}
      run={async () => {
        await api.call(excludeDevice, { deviceID: deviceID.trim(), reason: reason.trim() }, { quiet: true })
        await onDone()
      }}
    >
      <p>{words.excludeText}</p>
      <TextInput
        data-autofocus
        required
        label={TEXT.deviceID}
        value={deviceID}
        maxLength={DEVICE_ID_MAX}
        autoComplete="off"
        spellCheck={false}
        onChange={({ currentTarget }) => setDeviceID(currentTarget.value)}
      />
      <Textarea
        required
        autosize
        minRows={2}
        label={TEXT.reason}
        value={reason}
        maxLength={ACCESS_REASON_MAX}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </AskDialog>
  )
}
