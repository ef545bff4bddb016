import { SCREEN_PICTURE_MAX } from '#shared/contract/meetings.ts'

const WIDTH_MAX = 1280
/** Tried one after the other until a picture is short enough. */
const QUALITIES = [0.7, 0.45, 0.2] as const

/** Takes pictures of a stream: as JPEG, no wider than 1280 pixels, and no longer than the server takes. */
export function createPictureTaker(page: Document): (stream: MediaStream) => Promise<string | null> {
  const video = Object.assign(page.createElement('video'), { muted: true, playsInline: true })
  const canvas = page.createElement('canvas')
  return async (stream) => {
    if (video.srcObject !== stream) {
      video.srcObject = stream
      await video.play()
    }
    const { videoWidth, videoHeight } = video
    if (videoWidth === 0) return null
    const scale = Math.min(1, WIDTH_MAX / videoWidth)
    canvas.width = Math.round(videoWidth * scale)
    canvas.height = Math.round(videoHeight * scale)
    canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
    for (const quality of QUALITIES) {
      const picture = canvas.toDataURL('image/jpeg', quality)
      if (picture.length <= SCREEN_PICTURE_MAX) return picture
    }
    return null
  }
}
