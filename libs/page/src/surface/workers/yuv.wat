;; RGBA or BGRA pixels to planar YUV 4:2:0, BT.709, limited range (the picture of an mp4), eight pixels at a time.
;;
;; Luma is rounded from 15-bit coefficients. A chroma sample is made of the sum of its four pixels. Coefficients, each
;; times 32768: Y 0.18259 0.61423 0.06201; U -0.10064 -0.33857 0.43922; V 0.43922 -0.39894 -0.04027.
;; A part of the module that `bundle.mjs` makes.

;; Coefficients in the order of a pixel's bytes; blue comes first if `bgr` is not 0.
(func $cy (param $bgr i32) (result v128)
  (select
    (v128.const i16x8 2032 20127 5983 0 2032 20127 5983 0) (v128.const i16x8 5983 20127 2032 0 5983 20127 2032 0)
    (local.get $bgr)))
(func $cu (param $bgr i32) (result v128)
  (select
    (v128.const i16x8 14392 -11094 -3298 0 14392 -11094 -3298 0) (v128.const i16x8 -3298 -11094 14392 0 -3298 -11094 14392 0)
    (local.get $bgr)))
(func $cv (param $bgr i32) (result v128)
  (select
    (v128.const i16x8 -1319 -13073 14392 0 -1319 -13073 14392 0) (v128.const i16x8 14392 -13073 -1319 0 14392 -13073 -1319 0)
    (local.get $bgr)))

;; Eight luma bytes from 32 bytes of pixels.
(func $luma (param $at i32) (param $c v128) (result v128)
  (local $a v128) (local $b v128) (local $lo v128) (local $hi v128) (local $first v128)
  (local.set $a (v128.load (local.get $at)))
  (local.set $b (v128.load offset=16 (local.get $at)))
  (local.set $lo (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_u (local.get $a)) (local.get $c)))
  (local.set $hi (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_u (local.get $a)) (local.get $c)))
  (local.set $first (call $pairs (local.get $lo) (local.get $hi)))
  (local.set $lo (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_u (local.get $b)) (local.get $c)))
  (local.set $hi (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_u (local.get $b)) (local.get $c)))
  ;; 16.5 times 32768
  (i16x8.narrow_i32x4_s
    (i32x4.shr_s (i32x4.add (local.get $first) (i32x4.splat (i32.const 540672))) (i32.const 15))
    (i32x4.shr_s (i32x4.add (call $pairs (local.get $lo) (local.get $hi)) (i32x4.splat (i32.const 540672))) (i32.const 15))))

;; Adds neighbours: (a0+a1, a2+a3, b0+b1, b2+b3).
(func $pairs (param $a v128) (param $b v128) (result v128)
  (i32x4.add
    (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27 (local.get $a) (local.get $b))
    (i8x16.shuffle 4 5 6 7 12 13 14 15 20 21 22 23 28 29 30 31 (local.get $a) (local.get $b))))

;; Sums of 2 x 2 pixels: two sums of four channels each from four pixels of two rows.
(func $squares (param $top i32) (param $bottom i32) (result v128)
  (local $a v128) (local $b v128) (local $lo v128) (local $hi v128)
  (local.set $a (v128.load (local.get $top)))
  (local.set $b (v128.load (local.get $bottom)))
  (local.set $lo (i16x8.add (i16x8.extend_low_i8x16_u (local.get $a)) (i16x8.extend_low_i8x16_u (local.get $b))))
  (local.set $hi (i16x8.add (i16x8.extend_high_i8x16_u (local.get $a)) (i16x8.extend_high_i8x16_u (local.get $b))))
  (i16x8.add
    (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $lo) (local.get $hi))
    (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $lo) (local.get $hi))))

;; Four chroma bytes in the low lane from the sums of eight pixels.
(func $chroma (param $a v128) (param $b v128) (param $c v128) (result i32)
  (local $v v128)
  ;; 128.5 times 4 times 32768
  (local.set $v
    (i32x4.shr_s
      (i32x4.add
        (call $pairs
          (i32x4.dot_i16x8_s (local.get $a) (local.get $c))
          (i32x4.dot_i16x8_s (local.get $b) (local.get $c)))
        (i32x4.splat (i32.const 16842752)))
      (i32.const 17)))
  (local.set $v (i16x8.narrow_i32x4_s (local.get $v) (local.get $v)))
  (i32x4.extract_lane 0 (i8x16.narrow_i16x8_u (local.get $v) (local.get $v))))

;; Some rows of a picture: `width` is a multiple of 8, `rows` even. Their samples are written from `luma`, `u` and `v` on, each into
;; its plane. Blue comes first if `bgr` is not 0.
(func (export "convert")
  (param $from i32) (param $width i32) (param $rows i32) (param $bgr i32) (param $luma i32) (param $u i32) (param $v i32)
  (local $cy v128) (local $cu v128) (local $cv v128)
  (local $y i32) (local $x i32) (local $top i32) (local $bottom i32) (local $stride i32)
  (local $a v128) (local $b v128) (local $row v128)
  (local.set $cy (call $cy (local.get $bgr)))
  (local.set $cu (call $cu (local.get $bgr)))
  (local.set $cv (call $cv (local.get $bgr)))
  (local.set $stride (i32.shl (local.get $width) (i32.const 2)))
  (loop $rows
    (local.set $top (i32.add (local.get $from) (i32.mul (local.get $y) (local.get $stride))))
    (local.set $bottom (i32.add (local.get $top) (local.get $stride)))
    (local.set $x (i32.const 0))
    (loop $columns
      (local.set $row (call $luma (local.get $top) (local.get $cy)))
      (v128.store64_lane 0 (local.get $luma) (i8x16.narrow_i16x8_u (local.get $row) (local.get $row)))
      (local.set $row (call $luma (local.get $bottom) (local.get $cy)))
      (v128.store64_lane 0
        (i32.add (local.get $luma) (local.get $width))
        (i8x16.narrow_i16x8_u (local.get $row) (local.get $row)))
      (local.set $a (call $squares (local.get $top) (local.get $bottom)))
      (local.set $b (call $squares (i32.add (local.get $top) (i32.const 16)) (i32.add (local.get $bottom) (i32.const 16))))
      (i32.store (local.get $u)
        (call $chroma (local.get $a) (local.get $b) (local.get $cu)))
      (i32.store (local.get $v)
        (call $chroma (local.get $a) (local.get $b) (local.get $cv)))
      (local.set $top (i32.add (local.get $top) (i32.const 32)))
      (local.set $bottom (i32.add (local.get $bottom) (i32.const 32)))
      (local.set $luma (i32.add (local.get $luma) (i32.const 8)))
      (local.set $u (i32.add (local.get $u) (i32.const 4)))
      (local.set $v (i32.add (local.get $v) (i32.const 4)))
      (local.set $x (i32.add (local.get $x) (i32.const 8)))
      (br_if $columns (i32.lt_u (local.get $x) (local.get $width))))
    ;; The second row of this pair is written already.
    (local.set $luma (i32.add (local.get $luma) (local.get $width)))
    (local.set $y (i32.add (local.get $y) (i32.const 2)))
    (br_if $rows (i32.lt_u (local.get $y) (local.get $rows)))))
