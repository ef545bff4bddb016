import type { WorldBridge } from './world-bridge.ts'

/**
 * Takes the place of `getDisplayMedia`: main is asked as Electron asks it, by permission and then for a
 * source, and the page is given a stream that shows the source's name. There is no screen to capture
 * here. Sent to the page as source: must not refer to anything outside.
 */
export function holdDisplayMedia(bridge: WorldBridge): void {
  const devices = navigator.mediaDevices
  if (!devices) return
  devices.getDisplayMedia = async () => {
    if (!navigator.userActivation.isActive) {
      throw new DOMException(
        'getDisplayMedia() requires transient activation (user gesture).',
        'InvalidStateError',
      )
    }
    const source = await bridge.askForDisplay()
    if (source === null) throw new DOMException('Permission denied', 'NotAllowedError')
    const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 360 })
    const context = canvas.getContext('2d')
    const stream = canvas.captureStream(10)
    const [track] = stream.getVideoTracks()
    let turn = 0
    const draw = () => {
      if (!context || track?.readyState !== 'live') return clearInterval(timer)
      turn = (turn + 40) % 360
      context.fillStyle = `hsl(${turn} 60% 40%)`
      context.fillRect(0, 0, canvas.width, canvas.height)
      context.fillStyle = '#fff'
      context.font = '40px sans-serif'
      context.fillText(source.name, 40, 180)
    }
    const timer = setInterval(draw, 100)
    draw()
    return stream
  }
}
