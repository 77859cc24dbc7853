/** Whether the picture of a frame may be that of the frame before where both are known to be equal (composition-format 7.6). */

/** True but where `HF_STATIC_DEDUP=false`: then each frame is drawn and read by itself, and handed on as a picture of its own. */
export const reusesFrames = (): boolean => process.env.HF_STATIC_DEDUP !== 'false';
