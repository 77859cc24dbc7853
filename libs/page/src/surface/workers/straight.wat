;; Premultiplied RGBA or BGRA pixels, as a canvas holds them, to RGBA with straight alpha, four pixels at a time.
;;
;; A colour is that of the pixel times 255 over its alpha, rounded; of a pixel without opacity it is black.
;; A part of the module that `bundle.mjs` makes.

;; One colour of four pixels, moved to the lowest byte.
(func $colour (param $pixels v128) (param $shift i32) (param $scale v128) (result v128)
  (i32x4.min_u
    (i32x4.splat (i32.const 255))
    (i32x4.trunc_sat_f32x4_u
      (f32x4.nearest
        (f32x4.mul
          (f32x4.convert_i32x4_u
            (v128.and (i32x4.shr_u (local.get $pixels) (local.get $shift)) (i32x4.splat (i32.const 255))))
          (local.get $scale))))))

(func $straight (param $pixels v128) (result v128)
  (local $alpha v128) (local $scale v128)
  (local.set $alpha (i32x4.shr_u (local.get $pixels) (i32.const 24)))
  (if (i32x4.all_true (i32x4.eq (local.get $alpha) (i32x4.splat (i32.const 255))))
    (then (return (local.get $pixels))))
  (local.set $scale (f32x4.div (f32x4.splat (f32.const 255)) (f32x4.convert_i32x4_u (local.get $alpha))))
  (v128.or
    (v128.or
      (call $colour (local.get $pixels) (i32.const 0) (local.get $scale))
      (i32x4.shl (call $colour (local.get $pixels) (i32.const 8) (local.get $scale)) (i32.const 8)))
    (v128.or
      (i32x4.shl (call $colour (local.get $pixels) (i32.const 16) (local.get $scale)) (i32.const 16))
      (i32x4.shl (local.get $alpha) (i32.const 24)))))

;; In place. Reads and writes up to three pixels behind the last one. Blue comes first if `bgr` is not 0.
(func (export "straighten") (param $at i32) (param $count i32) (param $bgr i32)
  (local $end i32) (local $pixels v128)
  (local.set $end (i32.add (local.get $at) (i32.shl (local.get $count) (i32.const 2))))
  (loop $next
    (local.set $pixels (v128.load (local.get $at)))
    ;; Most of a picture shows nothing or is opaque: where nothing shows all bytes are 0 already.
    (if (v128.any_true (i32x4.shr_u (local.get $pixels) (i32.const 24)))
      (then
        (local.set $pixels (call $straight (local.get $pixels)))
        (if (local.get $bgr)
          (then
            (local.set $pixels
              (i8x16.shuffle 2 1 0 3 6 5 4 7 10 9 8 11 14 13 12 15 (local.get $pixels) (local.get $pixels)))))
        (v128.store (local.get $at) (local.get $pixels))))
    (local.set $at (i32.add (local.get $at) (i32.const 16)))
    (br_if $next (i32.lt_u (local.get $at) (local.get $end)))))
