;; Premultiplied RGBA or BGRA pixels to the planes of a WebM with alpha: YUV 4:2:0 of the straight colours, BT.709, limited
;; range, and alpha as it is. Eight pixels of two rows at a time.
;;
;; A chroma sample is the colour of its four pixels as they are seen together: what shows more counts more, and what shows
;; nothing, whose colour is black, does not count. Where nothing shows at all the planes hold black.
;; A part of the module that `bundle.mjs` makes.

;; The sums of two times four premultiplied pixels to those of four opaque ones of the same colour.
(func $straightSums (param $sums v128) (result v128)
  (local $a v128) (local $b v128)
  (if (i32.and
        (i32.eq (i16x8.extract_lane_u 3 (local.get $sums)) (i32.const 1020))
        (i32.eq (i16x8.extract_lane_u 7 (local.get $sums)) (i32.const 1020)))
    (then (return (local.get $sums))))
  (local.set $a (i32x4.extend_low_i16x8_u (local.get $sums)))
  (local.set $b (i32x4.extend_high_i16x8_u (local.get $sums)))
  (i16x8.narrow_i32x4_s
    (call $straightSum (local.get $a) (i32x4.extract_lane 3 (local.get $a)))
    (call $straightSum (local.get $b) (i32x4.extract_lane 3 (local.get $b)))))

(func $straightSum (param $sum v128) (param $alpha i32) (result v128)
  (i32x4.min_u
    (i32x4.splat (i32.const 1020))
    (i32x4.trunc_sat_f32x4_u
      (f32x4.nearest
        (f32x4.mul
          (f32x4.convert_i32x4_u (local.get $sum))
          (f32x4.splat (f32.div (f32.const 1020) (f32.convert_i32_u (local.get $alpha)))))))))

;; Luma of four pixels, each as it would be without its opacity: the sum of the premultiplied colours is divided by alpha, not
;; the colours, so that it is rounded once. Where nothing shows it is black, as what is no number becomes 0.
(func $lumaApart (param $pixels v128) (param $c v128) (result v128)
  (local $alpha v128) (local $sums v128)
  (local.set $alpha (i32x4.shr_u (local.get $pixels) (i32.const 24)))
  (local.set $sums
    (call $pairs
      (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_u (local.get $pixels)) (local.get $c))
      (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_u (local.get $pixels)) (local.get $c))))
  (i32x4.add
    (i32x4.splat (i32.const 16))
    (i32x4.min_u
      (i32x4.splat (i32.const 219))
      (i32x4.trunc_sat_f32x4_u
        (f32x4.add
          (f32x4.splat (f32.const 0.5))
          (f32x4.mul
            (f32x4.convert_i32x4_u (local.get $sums))
            ;; 255 over 32768, the unit of the coefficients
            (f32x4.div (f32x4.splat (f32.const 0.007781982421875)) (f32x4.convert_i32x4_u (local.get $alpha)))))))))

;; Writes luma and alpha of eight pixels.
(func $row (param $at i32) (param $luma i32) (param $alpha i32) (param $cy v128)
  (local $a v128) (local $b v128)
  (local.set $a (v128.load (local.get $at)))
  (local.set $b (v128.load offset=16 (local.get $at)))
  (v128.store64_lane 0
    (local.get $alpha)
    (i8x16.shuffle 3 7 11 15 19 23 27 31 3 7 11 15 19 23 27 31 (local.get $a) (local.get $b)))
  (local.set $a
    (i16x8.narrow_i32x4_s
      (call $lumaApart (local.get $a) (local.get $cy))
      (call $lumaApart (local.get $b) (local.get $cy))))
  (v128.store64_lane 0 (local.get $luma) (i8x16.narrow_i16x8_u (local.get $a) (local.get $a))))

;; Some rows of a picture: `width` is a multiple of 8, `rows` even. Their samples are written from `luma`, `u`, `v` and `alpha` on, each
;; into its plane. Blue comes first if `bgr` is not 0.
(func (export "convertTransparent")
  (param $from i32) (param $width i32) (param $rows i32) (param $bgr i32)
  (param $luma i32) (param $u i32) (param $v i32) (param $alpha i32)
  (local $cy v128) (local $cu v128) (local $cv v128)
  (local $y i32) (local $x i32) (local $top i32) (local $bottom i32) (local $stride i32)
  (local $a v128) (local $b v128)
  (local.set $cy (call $cy (local.get $bgr)))
  (local.set $cu (call $cu (local.get $bgr)))
  (local.set $cv (call $cv (local.get $bgr)))
  (local.set $stride (i32.shl (local.get $width) (i32.const 2)))
  (loop $rows
    (local.set $top (i32.add (local.get $from) (i32.mul (local.get $y) (local.get $stride))))
    (local.set $bottom (i32.add (local.get $top) (local.get $stride)))
    (local.set $x (i32.const 0))
    (loop $columns
      (if (v128.any_true
            (v128.or
              (v128.or (v128.load (local.get $top)) (v128.load offset=16 (local.get $top)))
              (v128.or (v128.load (local.get $bottom)) (v128.load offset=16 (local.get $bottom)))))
        (then
          (local.set $a (call $straightSums (call $squares (local.get $top) (local.get $bottom))))
          (local.set $b
            (call $straightSums
              (call $squares (i32.add (local.get $top) (i32.const 16)) (i32.add (local.get $bottom) (i32.const 16)))))
          (i32.store (local.get $u) (call $chroma (local.get $a) (local.get $b) (local.get $cu)))
          (i32.store (local.get $v) (call $chroma (local.get $a) (local.get $b) (local.get $cv)))
          (call $row (local.get $top) (local.get $luma) (local.get $alpha) (local.get $cy))
          (call $row
            (local.get $bottom)
            (i32.add (local.get $luma) (local.get $width))
            (i32.add (local.get $alpha) (local.get $width))
            (local.get $cy)))
        (else
          (i64.store (local.get $luma) (i64.const 0x1010101010101010))
          (i64.store (i32.add (local.get $luma) (local.get $width)) (i64.const 0x1010101010101010))
          (i64.store (local.get $alpha) (i64.const 0))
          (i64.store (i32.add (local.get $alpha) (local.get $width)) (i64.const 0))
          (i32.store (local.get $u) (i32.const 0x80808080))
          (i32.store (local.get $v) (i32.const 0x80808080))))
      (local.set $top (i32.add (local.get $top) (i32.const 32)))
      (local.set $bottom (i32.add (local.get $bottom) (i32.const 32)))
      (local.set $luma (i32.add (local.get $luma) (i32.const 8)))
      (local.set $alpha (i32.add (local.get $alpha) (i32.const 8)))
      (local.set $u (i32.add (local.get $u) (i32.const 4)))
      (local.set $v (i32.add (local.get $v) (i32.const 4)))
      (local.set $x (i32.add (local.get $x) (i32.const 8)))
      (br_if $columns (i32.lt_u (local.get $x) (local.get $width))))
    ;; The second row of this pair is written already.
    (local.set $luma (i32.add (local.get $luma) (local.get $width)))
    (local.set $alpha (i32.add (local.get $alpha) (local.get $width)))
    (local.set $y (i32.add (local.get $y) (i32.const 2)))
    (br_if $rows (i32.lt_u (local.get $y) (local.get $rows)))))
