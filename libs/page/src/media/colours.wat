;; Planar YUV 4:2:0, BT.709 in limited range, to RGBA, sixteen pixels at a time. The colour of a pixel is blended from the four
;; samples nearest to it, which lie in the middle of their blocks: 9, 3, 3 and 1 sixteenths, as browsers blend those of a JPEG.
;;
;; Values are 64 times what they stand for. Coefficients are what is left of them besides whole ones, times 32768:
;; Y 1.164384; red 1.792741 V; green 0.213249 U and 0.532909 V; blue 2.112402 U.
;; A module of its own that `bundle.mjs` makes.

;; Eight samples blended with those of the next row, times 4.
(func $blend (param $near i32) (param $far i32) (result v128)
  (local $a v128)
  (local.set $a (i16x8.extend_low_i8x16_u (v128.load64_zero (local.get $near))))
  (i16x8.add
    (i16x8.add (local.get $a) (i16x8.shl (local.get $a) (i32.const 1)))
    (i16x8.extend_low_i8x16_u (v128.load64_zero (local.get $far)))))

;; From 16 times a colour sample to 64 times its distance from 128.
(func $difference (param $a v128) (result v128)
  (i16x8.shl (i16x8.sub (local.get $a) (i16x8.splat (i32.const 2048))) (i32.const 2)))

(func $threefold (param $a v128) (result v128)
  (i16x8.add (local.get $a) (i16x8.shl (local.get $a) (i32.const 1))))

;; Colour differences of the left pixels of eight blocks; at the left edge the first sample stands beside itself.
(func $leftPixels (param $near i32) (param $far i32) (param $edge i32) (result v128)
  (local $a v128) (local $b v128)
  (local.set $a (call $blend (local.get $near) (local.get $far)))
  (local.set $b
    (select
      (i8x16.shuffle 0 1 0 1 2 3 4 5 6 7 8 9 10 11 12 13 (local.get $a) (local.get $a))
      (call $blend (i32.sub (local.get $near) (i32.const 1)) (i32.sub (local.get $far) (i32.const 1)))
      (local.get $edge)))
  (call $difference (i16x8.add (call $threefold (local.get $a)) (local.get $b))))

;; Those of the right pixels; at the right edge the last sample stands beside itself.
(func $rightPixels (param $near i32) (param $far i32) (param $edge i32) (result v128)
  (local $a v128) (local $b v128)
  (local.set $a (call $blend (local.get $near) (local.get $far)))
  (local.set $b
    (select
      (i8x16.shuffle 2 3 4 5 6 7 8 9 10 11 12 13 14 15 14 15 (local.get $a) (local.get $a))
      (call $blend (i32.add (local.get $near) (i32.const 1)) (i32.add (local.get $far) (i32.const 1)))
      (local.get $edge)))
  (call $difference (i16x8.add (call $threefold (local.get $a)) (local.get $b))))

;; Left and right ones in turn: the first eight pixels, and the last.
(func $turnsLow (param $left v128) (param $right v128) (result v128)
  (i8x16.shuffle 0 1 16 17 2 3 18 19 4 5 20 21 6 7 22 23 (local.get $left) (local.get $right)))
(func $turnsHigh (param $left v128) (param $right v128) (result v128)
  (i8x16.shuffle 8 9 24 25 10 11 26 27 12 13 28 29 14 15 30 31 (local.get $left) (local.get $right)))

;; Brightness of eight samples, which are 16 bits each.
(func $brightness (param $y v128) (result v128)
  (local $a v128)
  (local.set $a (i16x8.shl (i16x8.sub (local.get $y) (i16x8.splat (i32.const 16))) (i32.const 6)))
  (i16x8.add (local.get $a) (i16x8.q15mulr_sat_s (local.get $a) (i16x8.splat (i32.const 5387)))))

;; Eight values of a colour from brightness and what the colour adds to it.
(func $colour (param $brightness v128) (param $add v128) (result v128)
  (i16x8.shr_s
    (i16x8.add_sat_s (i16x8.add_sat_s (local.get $brightness) (local.get $add)) (i16x8.splat (i32.const 32)))
    (i32.const 6)))

(func $red (param $v v128) (result v128)
  (i16x8.add (local.get $v) (i16x8.q15mulr_sat_s (local.get $v) (i16x8.splat (i32.const 25977)))))
(func $green (param $u v128) (param $v v128) (result v128)
  (i16x8.neg
    (i16x8.add
      (i16x8.q15mulr_sat_s (local.get $u) (i16x8.splat (i32.const 6988)))
      (i16x8.q15mulr_sat_s (local.get $v) (i16x8.splat (i32.const 17462))))))
(func $blue (param $u v128) (result v128)
  (i16x8.add
    (i16x8.shl (local.get $u) (i32.const 1))
    (i16x8.q15mulr_sat_s (local.get $u) (i16x8.splat (i32.const 3683)))))

;; Eight pixels from their brightness and colour differences.
(func $pixels (param $to i32) (param $luma v128) (param $u v128) (param $v v128)
  (local $rg v128) (local $b v128) (local $ba v128)
  (local.set $rg
    (i8x16.narrow_i16x8_u
      (call $colour (local.get $luma) (call $red (local.get $v)))
      (call $colour (local.get $luma) (call $green (local.get $u) (local.get $v)))))
  (local.set $b (call $colour (local.get $luma) (call $blue (local.get $u))))
  (local.set $ba (i8x16.narrow_i16x8_u (local.get $b) (i16x8.splat (i32.const 255))))
  (local.set $rg (i8x16.shuffle 0 8 1 9 2 10 3 11 4 12 5 13 6 14 7 15 (local.get $rg) (local.get $rg)))
  (local.set $ba (i8x16.shuffle 0 8 1 9 2 10 3 11 4 12 5 13 6 14 7 15 (local.get $ba) (local.get $ba)))
  (v128.store (local.get $to)
    (i8x16.shuffle 0 1 16 17 2 3 18 19 4 5 20 21 6 7 22 23 (local.get $rg) (local.get $ba)))
  (v128.store offset=16 (local.get $to)
    (i8x16.shuffle 8 9 24 25 10 11 26 27 12 13 28 29 14 15 30 31 (local.get $rg) (local.get $ba))))

;; Sixteen pixels. `far`: from a colour sample to that of the next row. `left`, `right`: not 0 at that edge.
(func $block (param $y i32) (param $u i32) (param $v i32) (param $far i32) (param $left i32) (param $right i32) (param $to i32)
  (local $luma v128) (local $ul v128) (local $ur v128) (local $vl v128) (local $vr v128)
  (local.set $luma (v128.load (local.get $y)))
  (local.set $ul (call $leftPixels (local.get $u) (i32.add (local.get $u) (local.get $far)) (local.get $left)))
  (local.set $ur (call $rightPixels (local.get $u) (i32.add (local.get $u) (local.get $far)) (local.get $right)))
  (local.set $vl (call $leftPixels (local.get $v) (i32.add (local.get $v) (local.get $far)) (local.get $left)))
  (local.set $vr (call $rightPixels (local.get $v) (i32.add (local.get $v) (local.get $far)) (local.get $right)))
  (call $pixels (local.get $to)
    (call $brightness (i16x8.extend_low_i8x16_u (local.get $luma)))
    (call $turnsLow (local.get $ul) (local.get $ur))
    (call $turnsLow (local.get $vl) (local.get $vr)))
  (call $pixels (i32.add (local.get $to) (i32.const 32))
    (call $brightness (i16x8.extend_high_i8x16_u (local.get $luma)))
    (call $turnsHigh (local.get $ul) (local.get $ur))
    (call $turnsHigh (local.get $vl) (local.get $vr))))

;; From the nearest row of colour samples to the next nearest, in bytes; there is none at the upper and the lower edge.
(func $farRow (param $row i32) (param $height i32) (param $half i32) (result i32)
  (if (result i32) (i32.and (local.get $row) (i32.const 1))
    (then (select (local.get $half) (i32.const 0) (i32.lt_u (i32.add (local.get $row) (i32.const 1)) (local.get $height))))
    (else (select (i32.sub (i32.const 0) (local.get $half)) (i32.const 0) (local.get $row)))))

;; Planes that follow each other at `from`. Sides are even, the width is at least 16; the last block of a row may overlap
;; the one before. A byte behind the planes may be read.
(func (export "convert") (param $from i32) (param $to i32) (param $width i32) (param $height i32)
  (local $x i32) (local $row i32) (local $y i32) (local $u i32) (local $v i32) (local $half i32) (local $far i32)
  (local.set $half (i32.shr_u (local.get $width) (i32.const 1)))
  (block $done
    (loop $rows
      (br_if $done (i32.ge_u (local.get $row) (local.get $height)))
      (local.set $y (i32.add (local.get $from) (i32.mul (local.get $row) (local.get $width))))
      (local.set $u
        (i32.add
          (i32.add (local.get $from) (i32.mul (local.get $width) (local.get $height)))
          (i32.mul (i32.shr_u (local.get $row) (i32.const 1)) (local.get $half))))
      (local.set $v
        (i32.add (local.get $u) (i32.mul (local.get $half) (i32.shr_u (local.get $height) (i32.const 1)))))
      (local.set $far (call $farRow (local.get $row) (local.get $height) (local.get $half)))
      (local.set $x (i32.const 0))
      (block $end
        (loop $blocks
          (br_if $end (i32.ge_u (local.get $x) (local.get $width)))
          (if (i32.gt_u (i32.add (local.get $x) (i32.const 16)) (local.get $width))
            (then (local.set $x (i32.sub (local.get $width) (i32.const 16)))))
          (call $block
            (i32.add (local.get $y) (local.get $x))
            (i32.add (local.get $u) (i32.shr_u (local.get $x) (i32.const 1)))
            (i32.add (local.get $v) (i32.shr_u (local.get $x) (i32.const 1)))
            (local.get $far)
            (i32.eqz (local.get $x))
            (i32.eq (i32.add (local.get $x) (i32.const 16)) (local.get $width))
            (i32.add
              (local.get $to)
              (i32.shl
                (i32.add (i32.mul (local.get $row) (local.get $width)) (local.get $x))
                (i32.const 2))))
          (local.set $x (i32.add (local.get $x) (i32.const 16)))
          (br $blocks)))
      (local.set $row (i32.add (local.get $row) (i32.const 1)))
      (br $rows))))
