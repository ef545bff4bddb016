import { Button } from '@mantine/core'
import { IconVideo, IconVideoOff } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { CheckCard } from './CheckCard.tsx'
import type { Check } from './checks.ts'
import styles from './Hardware.module.css'
import type { CameraState } from './media/use-camera.ts'

interface CameraCardProps {
  readonly check: Check
  readonly state: CameraState
  readonly onStart: () => void
  readonly onStop: () => void
}

/** The camera with its picture, which stays on this machine. */
export function CameraCard({ check, state, onStart, onStop }: CameraCardProps) {
  const showing = state.at === 'showing'
  return (
    <CheckCard
      title="Camera"
      icon={<IconVideo size={18} aria-hidden="true" />}
      checks={[check]}
      action={
        <Button
          variant={showing ? 'filled' : 'default'}
          size="xs"
          loading={state.at === 'asking'}
          onClick={showing ? onStop : onStart}
        >
          {showing ? 'Turn it off' : 'Show my camera'}
        </Button>
      }
    >
      {showing ? (
        <Preview stream={state.camera.stream} />
      ) : (
        <div className={styles.preview}>
          <IconVideoOff size={26} stroke={1.4} aria-hidden="true" />
          <span>
            {state.at === 'asking' ? 'Allow the camera where the browser asks.' : 'The camera is off'}
          </span>
        </div>
      )}
    </CheckCard>
  )
}

function Preview({ stream }: { stream: MediaStream }) {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (video.current) video.current.srcObject = stream
  }, [stream])
  return <video ref={video} className={styles.preview} aria-label="Your camera" autoPlay muted playsInline />
}
