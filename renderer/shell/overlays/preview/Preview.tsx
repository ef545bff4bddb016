import { ActionIcon, Modal } from '@mantine/core'
import { IconPhotoOff, IconX, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { dateFormat } from '#shared/domain/date-format.ts'
import type { Preview as Shown } from '../../../services/notices/previews.ts'
import { LoadFailure } from '../../../ui/failure/LoadFailure.tsx'
import styles from './Preview.module.css'

const TEXT = {
  close: 'Close preview',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  percent: (zoom: number) => `${Math.round(zoom * 100)} %`,
  failed: 'This picture cannot be shown.',
  image: (name: string) => `Picture: ${name}`,
  message: (name: string) => `Message from ${name}`,
} as const

const STEP = 0.5
const MAX = 4
const MIN = 0.5
const clock = dateFormat({ dateStyle: 'medium', timeStyle: 'short' })

/** The whole room that a picture has, so many times. */
const zoomed = (zoom: number) => ({
  width: `${zoom * 100}%`,
  height: `calc((var(--fw-screen-height) - 110px) * ${zoom})`,
  maxWidth: 'none',
  maxHeight: 'none',
})

/** A picture or a message over everything else; Escape closes it. */
export function Preview({ preview, onClose }: { preview: Shown; onClose: () => void }) {
  return preview.kind === 'image' ? (
    <ImagePreview key={preview.src} {...preview} onClose={onClose} />
  ) : (
    <MessagePreview {...preview} onClose={onClose} />
  )
}

function ImagePreview({ src, name, onClose }: { src: string; name: string; onClose: () => void }) {
  const [zoom, setZoom] = useState(1)
  const [failed, setFailed] = useState(false)
  const by = (step: number) => setZoom(Math.min(MAX, Math.max(MIN, zoom + step)))
  return (
    <Modal.Root opened onClose={onClose} fullScreen classNames={{ content: styles.image }}>
      <Modal.Overlay />
      <Modal.Content aria-label={TEXT.image(name)}>
        <div
          className={styles.bar}
          onKeyDown={(event) => {
            if (event.key === '+') by(STEP)
            if (event.key === '-') by(-STEP)
          }}
          role="toolbar"
          aria-label={name}
        >
          <strong>{name}</strong>
          <span className={styles.zoom}>{TEXT.percent(zoom)}</span>
          <Tool label={TEXT.zoomOut} disabled={zoom <= MIN} onClick={() => by(-STEP)}>
            <IconZoomOut size={20} />
          </Tool>
          <Tool label={TEXT.zoomIn} disabled={zoom >= MAX} onClick={() => by(STEP)}>
            <IconZoomIn size={20} />
          </Tool>
          <Tool label={TEXT.close} onClick={onClose}>
            <IconX size={20} />
          </Tool>
        </div>
        <div className={styles.canvas}>
          {failed ? (
            <LoadFailure icon={<IconPhotoOff size={28} stroke={1.5} />} title={TEXT.failed} reason={null} />
          ) : (
            <img
              src={src}
              alt={name}
              style={zoom === 1 ? undefined : zoomed(zoom)}
              onError={() => setFailed(true)}
            />
          )}
        </div>
      </Modal.Content>
    </Modal.Root>
  )
}

interface ToolProps {
  readonly label: string
  readonly disabled?: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}

function Tool({ label, disabled = false, onClick, children }: ToolProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={label}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  )
}

function MessagePreview({
  from,
  text,
  time,
  onClose,
}: Extract<Shown, { kind: 'message' }> & { onClose: () => void }) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={TEXT.message(from)}
      centered
      size={620}
      closeButtonProps={{ 'aria-label': TEXT.close }}
    >
      {time === undefined ? null : (
        <time className={styles.time} dateTime={time}>
          {clock.format(Date.parse(time))}
        </time>
      )}
      <p className={styles.message}>{text}</p>
    </Modal>
  )
}
